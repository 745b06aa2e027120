// Large structs travel in memory; the callee's copy is its own.
#include <stdio.h>
#include <string.h>
struct big { int v[40]; char name[17]; double d; };
struct mid { long a, b, c; };
static struct big make(int seed) {
  struct big b;
  memset(&b, 0, sizeof b);
  for (int i = 0; i < 40; i++) b.v[i] = seed * i;
  snprintf(b.name, sizeof b.name, "big-%d", seed);
  b.d = seed / 8.0;
  return b;
}
static int sum_and_spoil(struct big b, struct mid m, int k) {
  int s = 0;
  for (int i = 0; i < 40; i++) { s += b.v[i]; b.v[i] = -1; }
  b.name[0] = '?';
  m.a = m.b = 0;
  return s + (int)m.c + k;
}
static struct mid rotate(struct mid m) { return (struct mid){m.b, m.c, m.a}; }
static struct big swap_ends(struct big b) {
  int t = b.v[0];
  b.v[0] = b.v[39];
  b.v[39] = t;
  return b;
}
int main(void) {
  struct big b = make(3);
  struct mid m = {1, 2, 3};
  printf("%d\n", sum_and_spoil(b, m, 100));
  printf("%s %d %d %g\n", b.name, b.v[1], b.v[39], b.d);
  m = rotate(rotate(m));
  printf("%ld %ld %ld\n", m.a, m.b, m.c);
  b = swap_ends(swap_ends(swap_ends(b)));
  printf("%d %d %s\n", b.v[0], b.v[39], b.name);
  printf("%d\n", make(7).v[5]);
  printf("%s\n", make(-2).name);
  return 0;
}
