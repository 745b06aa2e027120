// An assumption without a prototype holds all the same.
//@ target: reach_error
//@ code: 1
extern void reach_error();
extern void __VERIFIER_assume();
extern int __VERIFIER_nondet_int();
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 5);
  if (x < 3)
    reach_error();
  return 0;
}
