// 2 = the second test asks again what the first one settled.
//@ paths: 2
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  int n = 0;
  klee_make_symbolic(&x, 1, "x");
  if (x > 100)
    n = 1;
  if (x + 1 > 101)
    n += 2;
  return n == 1 || n == 2;
}
