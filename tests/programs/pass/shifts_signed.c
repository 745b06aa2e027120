// Shifts in all widths, arithmetic and logical, by variable amounts.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  volatile int n;
  uint64_t h = 0;
  for (n = 0; n < 64; n++) {
    uint64_t u = 0x8123456789abcdefULL >> n;
    int64_t s = (int64_t)0x8123456789abcdefULL >> n;
    uint64_t l = 0x8123456789abcdefULL << n;
    h = h * 1000003 + (u ^ (uint64_t)s ^ l);
  }
  printf("%lx\n", (unsigned long)h);
  for (n = 0; n < 32; n += 5) printf("%d %u %d ", -1000000 >> n, 4000000000u >> n, (int)(1u << n));
  printf("\n");
  for (n = 0; n < 8; n++) printf("%d %d %d ", (int8_t)(0x91) >> n, (uint8_t)0x91 >> n, (uint8_t)(0x91 << n));
  printf("\n");
  uint16_t x = 0xbeef;
  printf("%x %x\n", (uint16_t)(x << 4 | x >> 12), (uint16_t)(x >> 5 | x << 11));
  printf("%d %d\n", -7 / 2, -7 >> 1);
  return 0;
}
