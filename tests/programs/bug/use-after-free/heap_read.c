//@ opt: O0 O1
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static int peek(const int *p) {
  return p[1]; //~ BUG use-after-free
}
int main(void) {
  int *p = malloc(4 * sizeof *p);
  p[1] = 5;
  printf("%d\n", peek(p));
  free(p);
  printf("%d\n", peek(p));
  return 0;
}
