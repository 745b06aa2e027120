// 4 = only 3..6 are left by the assumptions, each with a path of its own.
//@ paths: 4
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_assume(x >= 3);
  klee_assume(x <= 6);
  for (int i = 0; i < 10; i++)
    if (x == i)
      return i;
  return -1;
}
