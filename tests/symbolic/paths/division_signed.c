// 4 = division rounds towards zero: q<0; q>0; q==0 with the remainder negative or not.
//@ paths: 4
//@ domain: x: 0..255
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  signed char x;
  klee_make_symbolic(&x, 1, "x");
  int q = x / 2, r = x % 2;
  if (q < 0)
    return 1;
  if (q > 0)
    return 2;
  if (r < 0)
    return 3;
  return 0;
}
