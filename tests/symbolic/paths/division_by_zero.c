// 3 = x>y; else the divisor x+y is zero (both are) or not.
//@ paths: 3
//@ domain: x: 0..255
//@ domain: y: 0..255
//@ bugs: division-by-zero
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  if (x > y)
    return 0;
  return 100u / (unsigned)(x + y); //~ BUG division-by-zero
}
