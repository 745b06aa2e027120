// The same where the assumption is about what a constant table points to.
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
static int limit = 0;
static int *const limits[1] = {&limit};
static int f(int x, int b, int i) {
  if (b) {
    klee_assume(x > *limits[i]);
    if (x < 0)
      return 10 / (x + 3);
    return 1;
  }
  return 0;
}
int main(void) {
  int x, b;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&b, sizeof b, "b");
  limit = -5;
  return f(x, b, 0);
}
