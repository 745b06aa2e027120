// 3 = index refused, or the value read is above 25 (i = 2, 3), or not (i = 0, 1): one split, not four.
//@ paths: 3
//@ domain: i: 0..5 -1
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int a[4] = {10, 20, 30, 40};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  if (i >= 4)
    return 0;
  if (a[i] > 25)
    return 2;
  return 1;
}
