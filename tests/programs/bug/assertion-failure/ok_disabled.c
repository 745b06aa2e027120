//@ cflags: -DNDEBUG
#include <assert.h>
#include <stdio.h>
int main(void) {
  int evaluated = 0;
  assert(evaluated++ > 100);
  printf("evaluated %d times\n", evaluated);
  return 0;
}
