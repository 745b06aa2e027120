// 2 = after the assumption only 10..12 are left, and one test splits them.
//@ verdict: explored
//@ paths: 2
//@ domain: x: 0..20 -1
#include <assert.h>
#include <stdint.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(uintptr_t);
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x >= 10);
  klee_assume(x < 13);
  assert(x > 9 && x <= 12);
  if (x == 11)
    return 1;
  return 0;
}
