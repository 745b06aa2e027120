// 5 = y==0 refused; then x/y: 0, 1, or more, and for more whether it divides evenly.
//@ paths: 5
//@ domain: x: 0..255
//@ domain: y: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  if (y == 0)
    return 0;
  if (x / y == 0)
    return 1;
  if (x / y == 1)
    return 2;
  if (x % y == 0)
    return 3;
  return 4;
}
