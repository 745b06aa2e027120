// Two values, and no third.
// 2 paths; the assertion holds.
//@ verdict: explored
//@ paths: 2
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  unsigned char bits = *(unsigned char *)&b;
  if (b)
    return 1;
  assert(bits == 0);
  return 0;
}
