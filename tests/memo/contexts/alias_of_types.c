// One object behind two pointers of different types, which `f` alone never sees.
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
static int f(int *p, unsigned *q) {
  if (*p > 0) {
    if (*q > 5)
      return 2;
    return 1;
  }
  return 0;
}
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  int r = f(&x, (unsigned *)&x);
  assert(r != 2);
  return 0;
}
