// A call is made before the callee is known to read a byte that was never set, and the callee does not return there.
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
  int buf[2], a = klee_int("a"), p = klee_int("p");
  if (a == 0)
    g(buf, p, 1);
  else {
    buf[0] = a;
    g(buf, p, 0);
  }
  return 0;
}
