#include <stdio.h>
#include <stdlib.h>
struct f { int n; int v[]; };
int main(void) {
  struct f *p = malloc(sizeof *p + 5 * sizeof(int));
  p->n = 5;
  for (int i = 0; i < p->n; i++) p->v[i] = i * 2;
  printf("%d\n", p->v[4]);
  free(p);
  return 0;
}
