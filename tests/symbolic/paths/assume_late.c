// 3 = the assumption after the branches removes the path x>10 and y>10; three are left.
//@ paths: 3
//@ domain: x: 0..255
//@ domain: y: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
int main(void) {
  unsigned char x, y;
  int n = 0;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  if (x > 10)
    n++;
  if (y > 10)
    n++;
  klee_assume(n < 2);
  return n;
}
