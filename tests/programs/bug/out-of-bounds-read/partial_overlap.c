#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(7);
  memset(p, 0, 7);
  uint32_t v = 0;
  for (int i = 0; i < 8; i += 4)
    v += *(uint32_t *)(p + i); //~ BUG out-of-bounds-read
  printf("%u\n", v);
  free(p);
  return 0;
}
