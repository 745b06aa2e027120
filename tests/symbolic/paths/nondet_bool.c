// 8 = three independent booleans.
//@ paths: 8
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int n = 0;
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_bool())
      n++;
  return n;
}
