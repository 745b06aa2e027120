#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int main(int argc, char **argv) {
  char *src = malloc(12);
  char dst[32];
  memset(src, 'x', 12);
  memcpy(dst, src, 12 + (size_t)argc); //~ BUG out-of-bounds-read
  printf("%c\n", dst[0]);
  free(src);
  return 0;
}
