// As with float.
//@ verdict: stopped
//@ incomplete: concretized
//@ paths: 1..2
//@ count: no
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == 0.5)
    return 1;
  return 0;
}
