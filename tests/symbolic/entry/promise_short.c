// A pointer that is promised to point to two elements may point to no more.
//@ entry: third
//@ witness: int *a = malloc(8); a[0] = a[1] = 1; third(a)
#include <stdlib.h>
int third(int a[static 2]) {
  return a[0] + a[1] > 1 ? a[2] : 0; //~ BUG out-of-bounds-read
}
