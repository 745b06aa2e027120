#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *v = malloc(2 * sizeof *v);
  v[0] = v[1] = 1;
  v = realloc(v, 6 * sizeof *v);
  for (int i = 2; i < 6; i++) v[i] = v[i - 1] + v[i - 2];
  printf("%d\n", v[5]);
  free(v);
  return 0;
}
