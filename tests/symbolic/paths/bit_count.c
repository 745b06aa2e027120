// 256 = each of the eight bits is tested: every byte has a path of its own.
//@ paths: 256
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  int n = 0;
  klee_make_symbolic(&x, 1, "x");
  for (int i = 0; i < 8; i++)
    if (x & (1 << i))
      n++;
  return n;
}
