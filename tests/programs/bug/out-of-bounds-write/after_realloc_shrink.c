#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *v = malloc(8 * sizeof *v);
  for (int i = 0; i < 8; i++) v[i] = i;
  v = realloc(v, 4 * sizeof *v);
  v[4] = 9; //~ BUG out-of-bounds-write
  printf("%d\n", v[0]);
  free(v);
  return 0;
}
