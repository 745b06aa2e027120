// 8 = case 3 and case 2, each with the test of y (4); case 1; case 0 with its own test of y (2); default.
//@ paths: 8
//@ domain: x: 0..255
//@ domain: y: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x, y;
  int n = 0;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  switch (x) {
  case 3:
    n += 3; // falls through
  case 2:
    if (y > 9)
      n += 2; // falls through
  case 1:
    n += 1;
    break;
  case 0:
    n = y > 99 ? n - y : n + y;
    break;
  default:
    break;
  }
  return n;
}
