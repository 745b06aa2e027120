// 12 = a>3 refused, b>a refused, and the pairs b <= a <= 3: 1 + 2 + 3 + 4.
//@ paths: 12
//@ domain: a: 0..255
//@ domain: b: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char a, b;
  int n = 0;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  if (a > 3)
    return 1;
  if (b > a)
    return 2;
  for (int i = 0; i < a; i++)
    n++;
  for (int i = 0; i < b; i++)
    n--;
  return n < 0;
}
