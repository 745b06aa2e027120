// The type's whole range, and nothing outside it, sign or zero extended to long long.
// 3 = the largest value, the smallest, the others.
//@ verdict: explored
//@ paths: 3
//@ domain: short: -32768..32767
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
int main(void) {
  long long x = __VERIFIER_nondet_short();
  if (x == 32767ll)
    return 1;
  if (x == (-32767ll - 1))
    return 2;
  assert(x < 32767ll);
  assert(x > (-32767ll - 1));
  return 0;
}
