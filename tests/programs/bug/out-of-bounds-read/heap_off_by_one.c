//@ opt: O0 O1
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static int sum(const int *v, int n) {
  int s = 0;
  for (int i = 0; i <= n; i++)
    s += v[i]; //~ BUG out-of-bounds-read
  return s;
}
int main(void) {
  int *v = malloc(10 * sizeof *v);
  for (int i = 0; i < 10; i++) v[i] = i;
  printf("%d\n", sum(v, 10));
  free(v);
  return 0;
}
