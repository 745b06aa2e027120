// The type's whole range, and nothing outside it, sign or zero extended to long long.
// 3 = the largest value, the smallest, the others.
//@ verdict: explored
//@ paths: 3
//@ domain: longlong: -9223372036854775808 -9223372036854775807 0 1 9223372036854775806 9223372036854775807
#include <assert.h>
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x == 9223372036854775807ll)
    return 1;
  if (x == (-9223372036854775807ll - 1))
    return 2;
  assert(x < 9223372036854775807ll);
  assert(x > (-9223372036854775807ll - 1));
  return 0;
}
