// Padding, alignment and offsets of nested structs.
#include <stddef.h>
#include <stdio.h>
struct a { char c; int i; char d; };
struct b { char c; double d; short s; };
struct n { char x; struct a a; char y; struct b b; };
struct __attribute__((packed)) p { char c; int i; double d; };
struct al { char c; _Alignas(16) int i; };
int main(void) {
  printf("%zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct n));
  printf("%zu %zu %zu %zu\n", offsetof(struct a, i), offsetof(struct a, d), offsetof(struct b, d), offsetof(struct b, s));
  printf("%zu %zu %zu\n", offsetof(struct n, a.d), offsetof(struct n, y), offsetof(struct n, b.s));
  printf("%zu %zu %zu\n", sizeof(struct p), offsetof(struct p, d), _Alignof(struct p));
  printf("%zu %zu %zu\n", sizeof(struct al), offsetof(struct al, i), _Alignof(struct al));
  struct n arr[3] = {{'a', {'b', 1, 'c'}, 'd', {'e', 2.5, 3}}, {.y = 'z', .b.d = 9}, {0}};
  struct n copy[3];
  for (int i = 0; i < 3; i++) copy[i] = arr[2 - i];
  for (int i = 0; i < 3; i++) printf("%d %d %d %g %d\n", copy[i].x, copy[i].a.i, copy[i].y, copy[i].b.d, copy[i].b.s);
  struct p p = {'q', -7, 1.5};
  struct p q = p;
  printf("%c %d %g\n", q.c, q.i, q.d);
  return 0;
}
