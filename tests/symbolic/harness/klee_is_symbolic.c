// A constant is not symbolic, an input is, and a constant computed from inputs by x - x need not be.
// 1 = the assertions decide on no input (the native library would say otherwise: nothing is symbolic there).
//@ verdict: explored
//@ paths: 1
//@ count: no
#include <assert.h>
#include <stdint.h>
void klee_make_symbolic(void *, unsigned long, const char *);
unsigned klee_is_symbolic(uintptr_t);
unsigned klee_is_replay(void);
int main(void) {
  int x, y = 3;
  klee_make_symbolic(&x, sizeof x, "x");
  if (!klee_is_replay()) {
    assert(!klee_is_symbolic(y));
    assert(klee_is_symbolic(x));
    assert(klee_is_symbolic(x + y));
  }
  return 0;
}
