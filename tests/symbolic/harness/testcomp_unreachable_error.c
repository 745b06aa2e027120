// The error is behind a contradiction: x*2 is even.
// 2 = x above 1000 (ends at once) or not.
//@ verdict: explored
//@ paths: 2
//@ target: error
//@ domain: uint: 0..5 1000 1001 -1
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error() { assert(0); }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 1000)
    return 0;
  if ((x * 2) % 2 == 1)
    reach_error();
  return 0;
}
