// Branches on constants beside one on the input.
// 2 = the loop of ten rounds and the test of `mode` are concrete; only x == 42 splits.
//@ paths: 2
//@ domain: x: 0 41..43 -1
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int x, mode = 3, sum = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 10; i++)
    if (mode == 3)
      sum += i;
  if (x == 42)
    sum++;
  return sum != 45;
}
