// 9 = the number of rounds is the number of bits set.
//@ paths: 9
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  int n = 0;
  klee_make_symbolic(&x, 1, "x");
  while (x) {
    x &= x - 1;
    n++;
  }
  return n;
}
