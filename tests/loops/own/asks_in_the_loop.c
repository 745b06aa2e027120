// A loop that asks for its inputs itself: fifteen answers of seven.
//@ verdict: reachable
int __VERIFIER_nondet_int(void);
void target(void) {}
int main(void) {
  int n = __VERIFIER_nondet_int(), sevens = 0;
  for (int i = 0; i < n; i++)
    if (__VERIFIER_nondet_int() == 7) sevens++;
  if (sevens == 15) target();
  return 0;
}
