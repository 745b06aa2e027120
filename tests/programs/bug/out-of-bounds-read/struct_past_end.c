#include <stdio.h>
#include <stdlib.h>
struct small { int a, b; };
struct large { int a, b, c, d; };
static int fourth(void *p) {
  return ((struct large *)p)->d; //~ BUG out-of-bounds-read
}
int main(void) {
  struct small *s = calloc(1, sizeof *s);
  printf("%d\n", fourth(s));
  free(s);
  return 0;
}
