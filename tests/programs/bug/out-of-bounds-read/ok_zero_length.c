// Zero bytes may be copied from one past the end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(4), d[4] = "xyz";
  memset(p, 'q', 4);
  memcpy(d, p + 4, 0);
  memmove(p + 4, d, 0);
  printf("%s %d\n", d, memcmp(p + 4, d, 0));
  free(p);
  return 0;
}
