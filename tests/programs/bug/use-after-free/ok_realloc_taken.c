#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  for (int i = 0; i < 4; i++) p[i] = (char)('a' + i);
  long at = &p[2] - p;
  p = realloc(p, 4000);
  char *again = p + at;
  printf("third is %c\n", *again);
  free(p);
  return 0;
}
