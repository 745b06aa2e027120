// The type's whole range, and nothing outside it, sign or zero extended to unsigned long long.
// 3 = the largest value, the smallest, the others.
//@ verdict: explored
//@ paths: 3
//@ domain: u8: 0..255
#include <assert.h>
extern unsigned char __VERIFIER_nondet_u8(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_u8();
  if (x == 255ull)
    return 1;
  if (x == 0ull)
    return 2;
  assert(x < 255ull);
  assert(x > 0ull);
  return 0;
}
