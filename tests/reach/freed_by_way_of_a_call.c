// A freed block is returned by way of a call that got it.
//@ target: error
//@ code: 0
int klee_int(const char *);
#include <stdlib.h>
int *id(int *p, int x) { if (x > 10) return p; return 0; }
int *M(int x) { int *h = malloc(4); *h = x; int *r = id(h, x); free(h); return r; }
int use(int *q, int k) { int own = 5; int *o = &own; if (k > 100) *o = 6; if (!q) return 0; if (*q == 5) return own; return 2; }
int main(void) {
  int x = klee_int("x");
  int *q = M(x);
  return use(q, x);
}
