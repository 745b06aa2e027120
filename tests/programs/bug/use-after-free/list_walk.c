#include <stdio.h>
#include <stdlib.h>
struct n { int v; struct n *next; };
int main(void) {
  struct n *h = NULL;
  for (int i = 0; i < 4; i++) { struct n *x = malloc(sizeof *x); x->v = i; x->next = h; h = x; }
  for (struct n *p = h; p;
       p = p->next) { //~ BUG use-after-free
    printf("%d\n", p->v);
    free(p);
  }
  return 0;
}
