// A wish for the test's values, not a constraint: bytes outside the wish are still explored.
// 2 = x > 200 or not, though the wish is a letter.
//@ verdict: explored
//@ paths: 2
//@ domain: x: 0..255
#include <stdint.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_prefer_cex(void *, uintptr_t);
void klee_posix_prefer_cex(void *, uintptr_t);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_prefer_cex(&x, x >= 'a' & x <= 'z');
  klee_posix_prefer_cex(&x, x == 'q');
  if (x > 200)
    return 1;
  return 0;
}
