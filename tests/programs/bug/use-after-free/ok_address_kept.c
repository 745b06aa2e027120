// The value of a pointer to a freed block may be kept as a number made before.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(10);
  uintptr_t n = (uintptr_t)p;
  p[0] = 1;
  free(p);
  printf("number kept: %d\n", n != 0);
  return 0;
}
