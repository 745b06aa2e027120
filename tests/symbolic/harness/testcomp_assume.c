// 1 = after the assumption the sum is known to be small: the assertion holds.
//@ verdict: explored
//@ paths: 1
//@ domain: uint: 0..12 -1
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x < 10);
  __VERIFIER_assume(y < 10);
  assert(x + y < 19);
  return 0;
}
