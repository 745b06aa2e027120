#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct rec { int id; char name[12]; };
int main(void) {
  struct rec *r = malloc(sizeof *r * 2);
  memset(r, 0, sizeof *r * 3); //~ BUG out-of-bounds-write
  printf("%d\n", r->id);
  free(r);
  return 0;
}
