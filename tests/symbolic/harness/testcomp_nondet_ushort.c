// The type's whole range, and nothing outside it, sign or zero extended to unsigned long long.
// 3 = the largest value, the smallest, the others.
//@ verdict: explored
//@ paths: 3
//@ domain: ushort: 0..65535
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_ushort();
  if (x == 65535ull)
    return 1;
  if (x == 0ull)
    return 2;
  assert(x < 65535ull);
  assert(x > 0ull);
  return 0;
}
