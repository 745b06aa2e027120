// 2 = a checked symbolic index reads without a split; only the check splits.
//@ paths: 2
//@ domain: i: -1..5 2147483647
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  static const int a[4] = {10, 20, 30, 40};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  if (i >= 4)
    return 0;
  return a[i];
}
