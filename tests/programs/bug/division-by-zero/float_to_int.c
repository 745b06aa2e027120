#include <stdio.h>
static int ratio(int a, double rate) {
  int r = (int)rate;
  return a % r; //~ BUG division-by-zero
}
int main(void) {
  printf("%d\n", ratio(7, 2.5));
  printf("%d\n", ratio(7, 0.5));
  return 0;
}
