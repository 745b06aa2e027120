// 2 = a shift by less than the width, or the bug.
//@ paths: 2
//@ domain: n: 0..255
//@ bugs: shift-out-of-range
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned x = 1u << n; //~ BUG shift-out-of-range
  return x == 0;
}
