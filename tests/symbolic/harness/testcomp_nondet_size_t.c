// The type's whole range, and nothing outside it, sign or zero extended to unsigned long long.
// 3 = the largest value, the smallest, the others.
//@ verdict: explored
//@ paths: 3
//@ domain: size_t: 0 1 0 1 18446744073709551614 18446744073709551615
#include <assert.h>
extern unsigned long __VERIFIER_nondet_size_t(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_size_t();
  if (x == 18446744073709551615ull)
    return 1;
  if (x == 0ull)
    return 2;
  assert(x < 18446744073709551615ull);
  assert(x > 0ull);
  return 0;
}
