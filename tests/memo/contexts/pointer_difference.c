// How far two pointers are apart is another number where `f` is called.
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
static int f(int *b, int *e, long n) {
  if (*b > 5)
    return 3;
  if (e - b == n)
    return 1;
  return 0;
}
int main(void) {
  int a[10] = {0};
  long n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&a[0], sizeof a[0], "a0");
  int r = f(a, a + 3, n);
  assert(r != 1);
  return 0;
}
