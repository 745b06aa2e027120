#include <stdio.h>
#include <stdlib.h>
struct n { int v; struct n *next; };
int main(void) {
  struct n *a = malloc(sizeof *a);
  a->v = 1;
  int s = 0;
  s += a->v;
  s += a->next->v; //~ BUG uninitialized-read
  printf("%d\n", s);
  return 0;
}
