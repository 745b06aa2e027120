// reach_error without a body: the call itself is the error.
// 2 paths.
//@ verdict: explored
//@ paths: 2
//@ bugs: reached-abort
//@ target: error
//@ count: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789)
    reach_error(); //~ BUG reached-abort
  return 0;
}
