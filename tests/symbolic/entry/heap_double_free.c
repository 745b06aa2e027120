//@ entry: run
//@ witness: run(1, 2)
#include <stdlib.h>
int run(int first, int second) {
  char *p = malloc(4);
  if (!p)
    return 0;
  if (first == 1)
    free(p);
  if (second == 2)
    free(p); //~ BUG double-free
  if (first != 1 && second != 2)
    free(p);
  return 0;
}
