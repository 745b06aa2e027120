// What an assumption excludes where the function is executed alone is not what it excludes here.
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
static int f(const int *begin, const int *end, long x, int b) {
  int s = *begin + *end;
  if (b) {
    klee_assume(x == end - begin);
    return 10 / (x - 5 + s);
  }
  return 3;
}
int main(void) {
  long x;
  int b, a[6] = {0};
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&b, sizeof b, "b");
  return f(&a[0], &a[5], x, b);
}
