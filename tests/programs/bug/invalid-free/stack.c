#include <stdlib.h>
static void drop(void *p) {
  free(p); //~ BUG invalid-free
}
int main(void) {
  int x[4] = {0};
  drop(malloc(3));
  drop(x);
  return 0;
}
