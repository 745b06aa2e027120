// 1 = an even product is never odd: x * (x + 1) & 1 is 0 for all x.
//@ paths: 1
//@ domain: x: 0..40 -1 2147483647 65535 65536
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  assert(((x * (x + 1)) & 1) == 0);
  return 0;
}
