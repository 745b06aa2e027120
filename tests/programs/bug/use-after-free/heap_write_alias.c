#include <stdio.h>
#include <stdlib.h>
struct box { char *data; };
int main(void) {
  struct box a = {malloc(8)}, b = a;
  a.data[0] = 'x';
  free(a.data);
  b.data[0] = 'y'; //~ BUG use-after-free
  return 0;
}
