#include <stdio.h>
int main(void) {
  for (int i = 3; i >= 0; i--) {
    int r = 17 % i; //~ BUG division-by-zero
    printf("%d\n", r);
  }
  return 0;
}
