// 6 = n>4 refused; n = 0..4 bytes are allocated, filled and summed: one path each.
//@ paths: 6
//@ domain: n: 0..255
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char n;
  int sum = 0;
  klee_make_symbolic(&n, 1, "n");
  if (n > 4)
    return 0;
  unsigned char *p = malloc(5);
  if (!p)
    return 0;
  for (int i = 0; i < n; i++)
    p[i] = n;
  for (int i = 0; i < n; i++)
    sum += p[i];
  free(p);
  return sum;
}
