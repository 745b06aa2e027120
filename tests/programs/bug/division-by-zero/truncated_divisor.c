#include <stdio.h>
int main(void) {
  int big = 512;
  unsigned char d = (unsigned char)big;
  printf("%d\n", big);
  return 100 / d; //~ BUG division-by-zero
}
