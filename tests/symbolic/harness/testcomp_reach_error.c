// The shape of an SV-COMP task: reach_error defined by the task itself.
// 3 = x<=y; x>y with the difference 1000 (the error) or not.
//@ verdict: explored
//@ paths: 3
//@ bugs: assertion-failure
//@ target: error
//@ domain: int: 0 1 1000 2000 -5
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void reach_error() {
  __assert_fail("0", "testcomp_reach_error.c", 9, "reach_error"); //~ BUG assertion-failure
}
extern int __VERIFIER_nondet_int(void);
int main() {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > y) {
    if ((long)x - y == 1000)
      goto ERROR;
  }
  return 0;
ERROR: {
  reach_error();
}
  return 1;
}
