//@ run: --check overflow
//@ opt: O0
#include <limits.h>
#include <stdio.h>
static int magnitude(int x) {
  return x < 0 ? -x : x; //~ BUG signed-overflow
}
int main(void) {
  printf("%d\n", magnitude(-5));
  printf("%d\n", magnitude(INT_MIN));
  return 0;
}
