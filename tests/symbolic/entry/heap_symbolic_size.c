// The allocation is as large as the input says; the write is not.
//@ entry: make
//@ witness: make(4)
#include <stdlib.h>
int make(unsigned char n) {
  char *p = malloc(n);
  if (!p)
    return 0;
  p[4] = 1; //~ BUG out-of-bounds-write
  int value = p[4];
  free(p);
  return value;
}
