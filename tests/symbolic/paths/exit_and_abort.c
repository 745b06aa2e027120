// 3 = exit, abort (a bug), return; the assertion cannot fail and adds nothing.
//@ paths: 3
//@ domain: x: 0..255
//@ bugs: reached-abort
#include <assert.h>
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 17)
    exit(3);
  if (x == 99)
    abort(); //~ BUG reached-abort
  assert(x != 17);
  return 0;
}
