// 3 = x+100 wraps (below x) or not; without a wrap x+100 is 150 or not; with one it is at most 99.
//@ paths: 3
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  y = x + 100;
  if (y < x) {
    if (y == 150)
      return 3;
    return 1;
  }
  if (y == 150)
    return 2;
  return 0;
}
