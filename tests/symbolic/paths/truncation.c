// 3 = the low byte of x is 0x34 or not, and if so, whether x is 0x1234.
//@ paths: 3
//@ domain: x: 0x1234 0x34 0 0x1200 0x5634 -1
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned char low = (unsigned char)x;
  if (low != 0x34)
    return 0;
  if (x == 0x1234)
    return 2;
  return 1;
}
