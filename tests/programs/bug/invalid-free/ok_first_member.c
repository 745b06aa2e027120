#include <stdio.h>
#include <stdlib.h>
struct base { int k; };
struct derived { struct base b; double d; };
int main(void) {
  struct derived *d = malloc(sizeof *d);
  struct base *b = &d->b;
  b->k = 4;
  printf("key %d\n", b->k);
  free(b);
  return 0;
}
