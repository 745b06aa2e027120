#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(16);
  for (int i = 0; i < 16; i++) *p++ = (char)i;
  p -= 16;
  printf("last is %d\n", p[15]);
  free(p);
  return 0;
}
