// The same object made symbolic again gets new bytes: both tests are independent.
// 4 = 2 * 2.
//@ verdict: explored
//@ paths: 4
//@ domain: x: 0 1 2
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  int n = 0;
  klee_make_symbolic(&x, 1, "x");
  if (x == 1)
    n = 1;
  klee_make_symbolic(&x, 1, "x");
  if (x == 2)
    n += 2;
  return n;
}
