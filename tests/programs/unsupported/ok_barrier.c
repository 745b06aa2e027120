// An empty barrier has no instructions: nothing to execute.
#include <stdio.h>
int main(void) {
  int x = 5;
  __asm__ volatile("" ::: "memory");
  x *= 2;
  printf("after the barrier %d\n", x);
  return 0;
}
