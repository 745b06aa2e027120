// 6 = n>4 refused; the pointer stops at base + n for n = 0..4.
//@ paths: 6
//@ domain: n: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  if (n > 4)
    return 0;
  for (int *p = a, *stop = a + n; p != stop; p++)
    sum += *p;
  return sum;
}
