//@ run: --check overflow
//@ opt: O0
#include <limits.h>
#include <stdio.h>
static int compare(int a, int b) {
  return a - b; //~ BUG signed-overflow
}
int main(void) {
  printf("%d\n", compare(3, 5));
  printf("%d\n", compare(INT_MIN, 1));
  return 0;
}
