#include <stdio.h>
#include <stdlib.h>
int main(void) {
  static int table[256];
  unsigned char *p = malloc(4);
  p[0] = 1;
  p[2] = 3;
  int s = table[p[0]];
  s += table[p[1]]; //~ BUG uninitialized-read
  printf("%d\n", s);
  free(p);
  return 0;
}
