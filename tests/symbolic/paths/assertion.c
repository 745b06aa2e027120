// 3 = x<=y holds by the guard; the assertion splits the rest: x-y below 200, or the bug.
//@ paths: 3
//@ domain: x: 0..255
//@ domain: y: 0..255
//@ bugs: assertion-failure
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  if (x <= y)
    return 0;
  assert(x - y < 200); //~ BUG assertion-failure
  return 1;
}
