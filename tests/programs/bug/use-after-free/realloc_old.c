#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *v = malloc(2 * sizeof *v);
  v[0] = 1;
  v[1] = 2;
  int *old = v;
  v = realloc(v, 1000 * sizeof *v);
  v[0] = 7;
  int s = old[1]; //~ BUG use-after-free
  free(v);
  printf("%d\n", s);
  return 0;
}
