// Paths between open and close may be merged or not: both keep the meaning.
// 2 to 4: the test of x merged into one state or not, the test of y in each; the assertion never fails.
//@ verdict: explored
//@ paths: 2..4
//@ count: no
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_open_merge(void);
void klee_close_merge(void);
int main(void) {
  unsigned char x, y;
  int n;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  klee_open_merge();
  if (x > 10)
    n = 3;
  else
    n = 5;
  klee_close_merge();
  assert(n == 3 || n == 5);
  if (y == 0)
    return n;
  return 0;
}
