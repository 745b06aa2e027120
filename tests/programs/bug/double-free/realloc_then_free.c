#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(16), *q = realloc(p, 100000);
  printf("%d\n", q != NULL);
  free(q);
  free(q); //~ BUG double-free
  return 0;
}
