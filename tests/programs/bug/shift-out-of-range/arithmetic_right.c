#include <stdio.h>
static int sign(int x, int n) {
  return x >> n; //~ BUG shift-out-of-range
}
int main(void) {
  printf("%d\n", sign(-4, 31));
  printf("%d\n", sign(-4, 33));
  return 0;
}
