// 3 = the sum of two bytes as a byte: equal to 7 or not; if 7, with or without a carry.
//@ paths: 3
//@ domain: x: 0..255
//@ domain: y: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  if ((unsigned char)(x + y) != 7)
    return 0;
  if (x + y == 7)
    return 1;
  return 2;
}
