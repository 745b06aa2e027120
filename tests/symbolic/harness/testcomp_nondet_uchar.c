// The type's whole range, and nothing outside it, sign or zero extended to unsigned long long.
// 3 = the largest value, the smallest, the others.
//@ verdict: explored
//@ paths: 3
//@ domain: uchar: 0..255
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_uchar();
  if (x == 255ull)
    return 1;
  if (x == 0ull)
    return 2;
  assert(x < 255ull);
  assert(x > 0ull);
  return 0;
}
