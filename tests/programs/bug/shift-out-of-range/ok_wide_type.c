#include <stdio.h>
int main(void) {
  unsigned long m = 0;
  for (int i = 28; i < 64; i++) m |= 1ul << i;
  unsigned __int128 w = (unsigned __int128)1 << 100;
  printf("%lx %lx\n", m, (unsigned long)(w >> 64));
  return 0;
}
