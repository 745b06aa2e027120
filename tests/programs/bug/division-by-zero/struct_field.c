#include <stdio.h>
struct grid { short w, h, cells; };
static int rows(const struct grid *g) {
  return g->cells / g->w; //~ BUG division-by-zero
}
int main(void) {
  struct grid a = {4, 5, 20}, b = {.cells = 10};
  printf("%d\n", rows(&a));
  printf("%d\n", rows(&b));
  return 0;
}
