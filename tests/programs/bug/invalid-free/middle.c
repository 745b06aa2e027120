#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(16);
  for (int i = 0; i < 3; i++) *p++ = 'x';
  free(p); //~ BUG invalid-free
  return 0;
}
