// Arithmetic on inputs without a branch.
// 1 = nothing decides on the input.
//@ paths: 1
//@ domain: x: -3..3 2147483647
//@ domain: y: -3..3
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  unsigned z = (x * 3 + y) ^ (x >> 2);
  return (int)(z & 1);
}
