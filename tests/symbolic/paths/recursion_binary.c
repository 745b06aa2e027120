// 7 = n>6 refused; 0 and 1 end at once, by the same test; 2..6 have a call tree each.
//@ paths: 7
//@ domain: n: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
static unsigned fibonacci(unsigned char n) {
  if (n < 2)
    return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  if (n > 6)
    return 1;
  return (int)fibonacci(n);
}
