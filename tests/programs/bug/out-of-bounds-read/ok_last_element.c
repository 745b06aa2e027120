#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *v = malloc(10 * sizeof *v), g[3] = {1, 2, 3};
  for (int i = 0; i < 10; i++) v[i] = i;
  int s = 0;
  for (int *p = v; p < v + 10; p++) s += *p;
  printf("%d %d %d\n", s, v[9], g[2]);
  free(v);
  return 0;
}
