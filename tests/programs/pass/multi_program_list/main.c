// A library in one file, its user in another, callbacks across the border.
#include <stdio.h>
#include "list.h"
static void alloc(int v, void *ctx) { *(long *)ctx = *(long *)ctx * 10 + v; }
int main(void) {
  struct list l = {0};
  for (int i = 1; i < 8; i++) list_push(&l, i);
  long t = 0;
  list_each(&l, alloc, &t);
  printf("%ld %d %d\n", t, l.n, list_allocated);
  while (l.n) printf("%d ", list_pop(&l));
  printf("\n");
  return 0;
}
