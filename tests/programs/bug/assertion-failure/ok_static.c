#include <assert.h>
#include <stdio.h>
static_assert(sizeof(int) == 4, "int has four bytes");
int main(void) {
  static_assert(1 + 1 == 2, "arithmetic");
  assert(1 || !"never evaluated");
  printf("static assertions hold\n");
  return 0;
}
