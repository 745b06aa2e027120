// 7 = the loop is left at round 0..5 by the input, or at 6 by its bound.
//@ paths: 7
//@ domain: int: 0 1
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  while (n < 6 && __VERIFIER_nondet_int())
    n++;
  return n;
}
