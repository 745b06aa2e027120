// A block that is freed on some ways only is not merged with the one that lives.
//@ target: error
//@ verdict: reachable
//@ strategies: merge
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  int *p = malloc(sizeof *p);
  if (!p)
    return 1;
  *p = 3;
  if (a > 10)
    free(p);
  int sum = b;
  if (b == 4)
    sum++;
#ifdef NEVER
  if (a <= 10)
#else
  if (a <= 11)
#endif
    sum += *p;
  return sum;
}
