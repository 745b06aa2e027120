// A constant points to a variable that has another value by then.
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
static int cell;
static int *const devices[1] = {&cell};
static int f(int x) {
  if (*devices[0] == x)
    return 1;
  return 0;
}
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  cell = 7;
  int r = f(x);
  assert(r != 1);
  return 0;
}
