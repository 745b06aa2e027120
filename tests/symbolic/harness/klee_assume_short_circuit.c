// && inside an assumption branches before it assumes; the branches that fail are dropped.
// 1 = only a>0 and b>0 survives.
//@ verdict: explored
//@ paths: 1
//@ domain: a: 0 1
//@ domain: b: 0 1
#include <stdint.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(uintptr_t);
int main(void) {
  int a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(a > 0 && b > 0);
  return 0;
}
