// The same without addresses: what a constant table points to is no input of the function.
void klee_make_symbolic(void *, unsigned long, const char *);
static int limit = 0;
static int *const limits[1] = {&limit};
static int f(int x, int y, int i) {
  if (x > *limits[i]) {
    if (x > y)
      return 1;
    return 2;
  }
  if (x == 5)
    return 10 / (y - 77);
  return 3;
}
int main(void) {
  int x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  limit = y;
  return f(x, y, 0);
}
