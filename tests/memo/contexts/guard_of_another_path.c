// What decides the first conditional here is, word for word, what decides the second one on one of the
// paths, since the function alone decided the first one by addresses.
void klee_make_symbolic(void *, unsigned long, const char *);
static int f(const int *begin, const int *end, long n, long x) {
  int s = *begin + *end;
  if (x < end - begin) {
    if (x < n)
      return 1;
    return 2;
  }
  if (x == 7)
    return 10 / s;
  return 3;
}
int main(void) {
  long x;
  int a[6] = {0};
  klee_make_symbolic(&x, sizeof x, "x");
  return f(&a[0], &a[5], 5, x);
}
