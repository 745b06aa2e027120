#include <stdlib.h>
struct pair { long a, b; };
int main(void) {
  struct pair *p = malloc(sizeof *p);
  long *second = &p->b;
  free(second); //~ BUG invalid-free
  return 0;
}
