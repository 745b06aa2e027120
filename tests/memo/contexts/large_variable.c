// A pointer into a variable that is too large to be an input.
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
static int table[2000];
static int f(int *p, int x, int y) {
  *p = x;
  if (table[3] == y)
    return 1;
  return 0;
}
int main(void) {
  int x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  int r = f(&table[3], x, y);
  assert(!(r == 1 && y != 0));
  return 0;
}
