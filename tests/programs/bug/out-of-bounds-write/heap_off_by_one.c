//@ opt: O0 O1
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static void fill(char *p, int n) {
  for (int i = 0; i <= n; i++)
    p[i] = (char)(i ^ 0x55); //~ BUG out-of-bounds-write
}
int main(void) {
  char *p = malloc(20);
  fill(p, 20);
  printf("%d\n", p[3]);
  free(p);
  return 0;
}
