// 4 = of x < 10 and (unsigned)x > 100: negative (yes, yes), 0..9 (yes, no), 10..100 (no, no), above (no, yes).
//@ paths: 4
//@ domain: x: -2147483648 -1 0 9 10 100 101 2147483647
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int x, n = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 10)
    n = 1;
  if ((unsigned)x > 100)
    n += 2;
  return n;
}
