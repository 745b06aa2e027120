#include <assert.h>
#include <limits.h>
#include <stdio.h>
int main(void) {
  int x = INT_MAX;
  assert(x > 0);
  assert(x - 1 < x);
  unsigned u = 0;
  assert(u - 1 > u);
  printf("boundaries hold\n");
  return 0;
}
