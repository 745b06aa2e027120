#include <stdio.h>
int main(void) {
  unsigned v = 0x80000000u;
  unsigned char by = 30;
  for (int i = 0; i < 4; i++) {
    v >>= by++; //~ BUG shift-out-of-range
    v |= 0x80000000u;
  }
  printf("%x\n", v);
  return 0;
}
