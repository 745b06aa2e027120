// Four conditionals: a bound on decisions cuts paths.
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
#ifdef MOVED
int first = 3, second = 4;
#endif
struct bytes {
  unsigned char v[4];
};
static int count(struct bytes *p) {
  int n = 0;
  if (p->v[0] == 7)
    n++;
  if (p->v[1] == 7)
    n++;
  if (p->v[2] == 7)
    n++;
  if (p->v[3] == 7)
    n++;
  return n;
}
int main(void) {
  struct bytes x;
  klee_make_symbolic(&x, sizeof x, "x");
#ifdef MOVED
  first += second;
#endif
  assert(count(&x) != 4);
  return 0;
}
