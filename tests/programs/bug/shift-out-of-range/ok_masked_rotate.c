#include <stdint.h>
#include <stdio.h>
static uint32_t rotl(uint32_t x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
int main(void) {
  for (unsigned n = 0; n <= 64; n += 16) printf("%x ", rotl(0x12345678, n));
  printf("\n");
  return 0;
}
