// 10 = n>8 refused, 0..8 each with a depth of its own.
//@ paths: 10
//@ domain: n: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
static int odd(unsigned n);
static int even(unsigned n) {
  if (n == 0)
    return 1;
  return odd(n - 1);
}
static int odd(unsigned n) {
  if (n == 0)
    return 0;
  return even(n - 1);
}
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n > 8)
    return 2;
  return even(n);
}
