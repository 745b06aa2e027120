// 8 = the number of rounds is the bit length of x, at least 1.
//@ paths: 8
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  int n = 0;
  klee_make_symbolic(&x, 1, "x");
  do {
    x >>= 1;
    n++;
  } while (x);
  return n > 8;
}
