// An eight-bit value shifted by more than eight: the shift is in int.
#include <stdio.h>
int main(void) {
  unsigned char c = 1;
  volatile int n = 20;
  printf("%d %d\n", c << n, (unsigned short)3 << 12);
  return 0;
}
