// An assumption that cannot hold ends the path without a test and without a bug.
// 1 = the other side.
//@ verdict: explored
//@ paths: 1
//@ domain: x: 0..255
#include <assert.h>
#include <stdint.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(uintptr_t);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x > 100) {
    klee_assume(x < 50);
    assert(0);
  }
  return 0;
}
