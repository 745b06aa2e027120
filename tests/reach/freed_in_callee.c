// The address of a block that a callee freed is looked at by the next callee.
//@ target: error
//@ code: 0
#include <stdlib.h>
int klee_int(const char *);
void __assert_fail(const char*,const char*,unsigned,const char*);
int *f(int x) { int *p = malloc(4); *p = x; free(p); if (x > 5) return p; return 0; }
int h(int *p, int x) { int *m = malloc(4); *m = x; int r = 0; if (x > -6) r = *p; free(m); return r; }
int main(void) {
  int x = klee_int("x");
  int *p = f(x);
  int y = klee_int("y");
  if (!p) return 0;
  return h(p, y);
}
