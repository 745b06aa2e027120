#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *v = malloc(4 * sizeof *v);
  for (int i = 0; i < 4; i++) v[i] = i;
  v = realloc(v, 8 * sizeof *v);
  int best = v[0];
  for (int i = 1; i < 8; i++)
    if (v[i] > best) //~ BUG uninitialized-read
      best = v[i];
  printf("%d\n", best);
  free(v);
  return 0;
}
