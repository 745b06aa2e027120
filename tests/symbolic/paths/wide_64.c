// 4 = above 2^40 or not; above: the low word is 5 or not; else x*x is 49 or not.
//@ paths: 4
//@ domain: x: 0 7 5 0x10000000005 0x20000000000 -1 0xffffffff
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned long long x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 1ull << 40) {
    if ((unsigned)x == 5)
      return 1;
    return 2;
  }
  if (x * x == 49)
    return 3;
  return 0;
}
