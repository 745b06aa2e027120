// The same, decided by a switch.
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
static int cell;
static int *const devices[1] = {&cell};
static int f(int x) {
  switch (x - *devices[0]) {
  case 0:
    return 1;
  case 5:
    return 2;
  default:
    return 0;
  }
}
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  cell = 7;
  int r = f(x);
  assert(r != 2);
  return 0;
}
