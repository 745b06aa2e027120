//@ run: --check overflow
//@ opt: O0
#include <stdio.h>
static int fact(int n) {
  int r = 1;
  for (int i = 2; i <= n; i++)
    r *= i; //~ BUG signed-overflow
  return r;
}
int main(void) {
  printf("%d\n", fact(12));
  printf("%d\n", fact(13));
  return 0;
}
