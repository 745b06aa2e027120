#include <stdio.h>
#include <string.h>
struct p { char c; int i; short s; double d; };
int main(void) {
  struct p a = {'x', 1, 2, 3.0}, b, v[2];
  b.c = 'y';
  b.i = 5;
  b.s = 6;
  b.d = 7;
  v[0] = b;
  memcpy(&v[1], &a, sizeof a);
  memmove(&v[0], &v[1], sizeof v[0]);
  printf("%c %d %d %g\n", v[0].c, v[0].i, v[0].s, v[0].d);
  return 0;
}
