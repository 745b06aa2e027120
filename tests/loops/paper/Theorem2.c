// The paper's Theorem 2: the loop never ends. The paper's rules do not see that; the rule of the last
// value does, since `i` is only ever set to 1 or 2. For one that no rule covers see own/not_a_sum.c.
//@ verdict: unreachable
void target(void) {}
int main(void) {
  int i = 1;
  while (i < 3) {
    if (i == 2)
      i = 1;
    else
      i = 2;
  }
  target();
  return 0;
}
