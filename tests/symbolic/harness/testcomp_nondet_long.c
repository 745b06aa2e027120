// The type's whole range, and nothing outside it, sign or zero extended to long long.
// 3 = the largest value, the smallest, the others.
//@ verdict: explored
//@ paths: 3
//@ domain: long: -9223372036854775808 -9223372036854775807 0 1 9223372036854775806 9223372036854775807
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long long x = __VERIFIER_nondet_long();
  if (x == 9223372036854775807ll)
    return 1;
  if (x == (-9223372036854775807ll - 1))
    return 2;
  assert(x < 9223372036854775807ll);
  assert(x > (-9223372036854775807ll - 1));
  return 0;
}
