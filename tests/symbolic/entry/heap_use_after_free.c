//@ entry: run
//@ witness: run(5)
#include <stdlib.h>
int run(unsigned char command) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 7;
  if (command & 1)
    free(p);
  int value = 0;
  if (command & 4)
    value = *p; //~ BUG use-after-free
  if (!(command & 1))
    free(p);
  return value;
}
