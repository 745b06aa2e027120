#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *p = NULL, s = 0;
  for (int i = 0; i < 5; i++) {
    p = malloc(sizeof *p);
    *p = i * i;
    s += *p;
    free(p);
  }
  p = &s;
  printf("%d\n", *p);
  return 0;
}
