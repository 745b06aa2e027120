// 4 = x>>4 of a signed byte is -8..7: negative or not, and each side split at one value.
//@ paths: 4
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  signed char x;
  klee_make_symbolic(&x, 1, "x");
  int y = x >> 4;
  if (y < 0) {
    if (y == -8)
      return 3;
    return 2;
  }
  if (y == 7)
    return 1;
  return 0;
}
