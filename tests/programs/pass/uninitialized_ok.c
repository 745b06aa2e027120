// Storage that is written before it is read, by every route.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int a; char pad; double d; };
static void out(int *p, int v) { *p = v; }
static struct s make(int k) { struct s r; r.a = k; r.pad = 'p'; r.d = k * 0.5; return r; }
int main(void) {
  int x, arr[8];
  out(&x, 5);
  for (int i = 0; i < 8; i += 2) { arr[i] = i; out(&arr[i + 1], -i); }
  int t = x;
  for (int i = 0; i < 8; i++) t = t * 3 + arr[i];
  printf("%d\n", t);
  struct s v[3];
  for (int i = 0; i < 3; i++) v[i] = make(i + 7);
  struct s w = v[1];
  printf("%d %c %g\n", w.a, w.pad, w.d);
  char *buf = malloc(32);
  strcpy(buf, "only a part");
  printf("%s %zu\n", buf, strlen(buf));
  char *copy = malloc(32);
  memcpy(copy, buf, 32);
  printf("%s\n", copy);
  free(buf);
  free(copy);
  union { int i; unsigned char b[4]; } u;
  for (int i = 0; i < 4; i++) u.b[i] = (unsigned char)i;
  printf("%x\n", (unsigned)u.i);
  int y;
  if (x > 3) y = 1; else y = 2;
  printf("%d\n", y);
  return 0;
}
