// 4 = the ranges below 10, 10..19, 20..29, from 30 on: three thresholds, tested one after another.
//@ paths: 4
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  int n = 0;
  klee_make_symbolic(&x, 1, "x");
  if (x >= 10)
    n++;
  if (x >= 20)
    n++;
  if (x >= 30)
    n++;
  return n;
}
