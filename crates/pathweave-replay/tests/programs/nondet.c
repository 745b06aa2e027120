extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int divide(int a, int b) {
  return a / b;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0);
  if (__VERIFIER_nondet_bool()) {
    double d = __VERIFIER_nondet_double();
    if (d > 0.5 && d < 0.75)
      reach_error();
    return divide(10, n);
  }
  return 3;
}
