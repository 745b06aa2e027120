// 6 = the cases 0..4 and the default.
//@ paths: 6
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  switch (x) {
  case 0: return 10;
  case 1: return 11;
  case 2: return 12;
  case 3: return 13;
  case 4: return 14;
  default: return 0;
  }
}
