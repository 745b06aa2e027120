// A native function leaves `errno` alone, also where it depends on the way.
//@ target: target
//@ verdict: reachable
//@ strategies: merge
#include <errno.h>
#include <math.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
int main(void) {
  unsigned char c;
  volatile double x = 9.0;
  klee_make_symbolic(&c, 1, "c");
  errno = 0;
  if (c > 7)
    errno = 5;
  x = cbrt(x);
  if (errno == 5 && x > 2.0)
    target();
  return 0;
}
