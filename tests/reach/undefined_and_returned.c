// What follows a call that returned before it was known that it is always entered.
//@ target: target
//@ flags: --loops unroll
//@ code: 0
#include <stdlib.h>
int klee_int(const char *);
void target(void) {}
static int g(int *q, int p, int f) {
  if (p > 10) {
    int t = *q;
    if (f)
      target();
    exit(f ? 1 : t & 1);
  }
  return p + 1;
}
int main(void) {
  int buf[2], r, a = klee_int("a"), p = klee_int("p");
  if (a & 1) {
    buf[0] = a;
    r = g(buf, p, 0);
  } else
    r = g(buf, p, 1);
  if (r == 4)
    return 2;
  return 0;
}
