#include <limits.h>
#include <stdio.h>
int main(void) {
  volatile int m = -1;
  printf("%d %d %d\n", (INT_MIN + 1) / m, 7 % m, 0 / m);
  return 0;
}
