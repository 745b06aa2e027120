#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(64), q[64];
  strcpy(p, "prefix only");
  memcpy(q, p, 64);
  printf("%d %d %s\n", memcmp(p, "prefix", 6), strcmp(p, q), q);
  free(p);
  return 0;
}
