//@ run: --check overflow
//@ opt: O0
#include <limits.h>
#include <stdio.h>
int main(void) {
  volatile int a = INT_MAX, b = INT_MIN;
  printf("%d %d %d %d\n", a + 0, b - 0, a + b, a - 1 + 1);
  printf("%d %d %d\n", a * -1, b + a, -a - 1);
  return 0;
}
