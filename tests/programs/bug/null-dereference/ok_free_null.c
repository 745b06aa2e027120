#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = NULL;
  free(p);
  p = realloc(NULL, 4);
  p[3] = 'x';
  printf("%c\n", p[3]);
  free(p);
  return 0;
}
