//@ entry: drop
//@ witness: drop(3)
#include <stdlib.h>
int drop(int skip) {
  char *p = malloc(8);
  if (!p)
    return 0;
  char *q = p;
  if (skip == 3)
    q++;
  free(q); //~ BUG invalid-free
  return 0;
}
