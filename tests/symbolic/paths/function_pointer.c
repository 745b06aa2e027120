// A function chosen from a table by a symbolic index.
// 6 = refused; two in `small`; one in `zero`; two in `sign`.
//@ paths: 6
//@ domain: i: 0..4 255
//@ domain: x: -1 0 5 10 11
void klee_make_symbolic(void *, unsigned long, const char *);
static int small(int x) {
  if (x > 9)
    return 0;
  return 1;
}
static int zero(int x) { return x & 0; }
static int sign(int x) {
  if (x < 0)
    return -1;
  return 1;
}
int main(void) {
  int (*const table[3])(int) = {small, zero, sign};
  unsigned char i;
  int x;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&x, sizeof x, "x");
  if (i >= 3)
    return 0;
  return table[i](x);
}
