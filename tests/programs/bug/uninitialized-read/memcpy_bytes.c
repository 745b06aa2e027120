#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *src = malloc(16), dst[16];
  memset(src, 1, 8);
  memcpy(dst, src, 16);
  int n = 0;
  for (int i = 0; i < 16; i++)
    if (dst[i]) //~ BUG uninitialized-read
      n++;
  printf("%d\n", n);
  free(src);
  return 0;
}
