#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *a = malloc(8), *b = malloc(8), *c = a;
  a = b;
  b = c;
  free(a);
  free(b);
  printf("swapped and freed\n");
  return 0;
}
