// A target that is only declared is reached where it is called.
//@ target: reach_error
//@ code: 0
extern void reach_error();
extern int __VERIFIER_nondet_int(void);
static void check(int holds) {
  if (!holds)
    reach_error();
}
int main(void) {
  check(__VERIFIER_nondet_int() != 1234567);
  return 0;
}
