// The type's whole range, and nothing outside it, sign or zero extended to long long.
// 3 = the largest value, the smallest, the others.
//@ verdict: explored
//@ paths: 3
//@ domain: int: -2147483648 -2147483647 0 1 2147483646 2147483647
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  long long x = __VERIFIER_nondet_int();
  if (x == 2147483647ll)
    return 1;
  if (x == (-2147483647ll - 1))
    return 2;
  assert(x < 2147483647ll);
  assert(x > (-2147483647ll - 1));
  return 0;
}
