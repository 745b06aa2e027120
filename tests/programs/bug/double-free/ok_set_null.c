#include <stdio.h>
#include <stdlib.h>
static void drop(char **p) { free(*p); *p = NULL; }
int main(void) {
  char *p = malloc(3);
  drop(&p);
  drop(&p);
  printf("dropped twice, safely: %d\n", p == NULL);
  return 0;
}
