// The idiom of newer tasks: the abort inside is an assumption that does not hold, no bug.
// 2 = x is 1..9 and odd or even; with the cut path, if it is counted, 3.
//@ verdict: explored
//@ paths: 2..3
//@ count: no
#include <assert.h>
extern void abort(void);
void assume_abort_if_not(int cond) {
  if (!cond)
    abort();
}
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x > 0 & x < 10);
  assert(x != 10);
  if (x % 2)
    return 1;
  return 0;
}
