// The type's whole range, and nothing outside it, sign or zero extended to unsigned long long.
// 3 = the largest value, the smallest, the others.
//@ verdict: explored
//@ paths: 3
//@ domain: U32: 0 1 0 1 4294967294 4294967295
#include <assert.h>
extern unsigned int __VERIFIER_nondet_U32(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_U32();
  if (x == 4294967295ull)
    return 1;
  if (x == 0ull)
    return 2;
  assert(x < 4294967295ull);
  assert(x > 0ull);
  return 0;
}
