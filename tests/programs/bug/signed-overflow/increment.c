//@ run: --check overflow
//@ opt: O0
#include <stdio.h>
int main(void) {
  int n = 2147483640;
  for (int i = 0; i < 20; i++)
    n++; //~ BUG signed-overflow
  printf("%d\n", n);
  return 0;
}
