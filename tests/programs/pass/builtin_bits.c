// Bit builtins: popcount, clz, ctz, ffs, parity, bswap, rotate.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  volatile uint64_t seed = 1;
  for (int i = 0; i < 12; i++) {
    uint64_t x = seed;
    uint32_t y = (uint32_t)x | 1;
    printf("%d %d %d %d %d %d %d ", __builtin_popcountll(x), __builtin_clzll(x | 1), __builtin_ctzll(x | (1ull << 63)), __builtin_ffsll((long long)x), __builtin_parityll(x), __builtin_clz(y), __builtin_ctz(y << 3 | 0x80000000u));
    printf("%x %lx %x\n", __builtin_bswap32(y), (unsigned long)__builtin_bswap64(x), __builtin_bswap16((uint16_t)x));
    printf("%x %lx %x\n", y << 7 | y >> 25, (unsigned long)(x >> 19 | x << 45), __builtin_bitreverse32(y));
    seed = x * 6364136223846793005ull + 1442695040888963407ull;
  }
  printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcount(~0u), __builtin_clrsb(-1));
  printf("%u %u\n", __builtin_rotateleft32(0x80000001u, 4), __builtin_rotateright8(0x12, 3));
  return 0;
}
