// 4096 = twelve independent bits: the tree is full.
//@ paths: 4096
//@ domain: x: 0..65535
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned short x;
  int n = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 12; i++)
    if (x >> i & 1)
      n += i;
  return n;
}
