// 4 = x<=5 and x>5 in the first &&; x<3 is infeasible after x>5; then x==y splits both.
//@ paths: 4
//@ domain: x: 0..255
//@ domain: y: 0..255
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  if (x > 5 && x < 3)
    assert(0);
  if (x == y)
    return 1;
  return 0;
}
