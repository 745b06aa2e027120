// The type's whole range, and nothing outside it, sign or zero extended to long long.
// 3 = the largest value, the smallest, the others.
//@ verdict: explored
//@ paths: 3
//@ domain: char: -128..127
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  long long x = __VERIFIER_nondet_char();
  if (x == 127ll)
    return 1;
  if (x == (-127ll - 1))
    return 2;
  assert(x < 127ll);
  assert(x > (-127ll - 1));
  return 0;
}
