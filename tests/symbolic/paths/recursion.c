// 7 = depth 0..5 of the recursion, and n>5 refused.
//@ paths: 7
//@ domain: n: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
static unsigned factorial(unsigned char n) {
  if (n == 0)
    return 1;
  return n * factorial(n - 1);
}
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  if (n > 5)
    return 1;
  return factorial(n) == 0;
}
