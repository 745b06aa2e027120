// 2 = both sides of one comparison.
//@ paths: 2
//@ domain: int: -2..12 2147483647
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10)
    return 1;
  return 0;
}
