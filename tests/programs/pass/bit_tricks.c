// Bit manipulation: reversal, gray codes, next permutation, morton, powers of two.
#include <stdint.h>
#include <stdio.h>
static uint32_t rev(uint32_t x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
  return x >> 16 | x << 16;
}
static uint32_t next_perm(uint32_t v) { uint32_t t = v | (v - 1); return (t + 1) | (((~t & -~t) - 1) >> (__builtin_ctz(v) + 1)); }
static uint32_t pow2(uint32_t x) { x--; for (int s = 1; s < 32; s *= 2) x |= x >> s; return x + 1; }
static uint64_t spread(uint32_t x) { uint64_t v = x; v = (v | v << 16) & 0x0000ffff0000ffffULL; v = (v | v << 8) & 0x00ff00ff00ff00ffULL; v = (v | v << 4) & 0x0f0f0f0f0f0f0f0fULL; v = (v | v << 2) & 0x3333333333333333ULL; return (v | v << 1) & 0x5555555555555555ULL; }
int main(void) {
  for (uint32_t i = 1; i < 2000000000u; i = i * 7 + 3) { printf("%08x %u %lx\n", rev(i), pow2(i > 1u << 31 ? 1 : i), (unsigned long)(spread(i) | spread(~i) << 1)); if (i > 500000000u) break; }
  uint32_t v = 7;
  for (int i = 0; i < 12; i++) { printf("%u ", v); v = next_perm(v); }
  printf("\n");
  for (unsigned i = 0; i < 16; i++) { unsigned g = i ^ i >> 1, b = g; for (unsigned s = 1; s < 8; s *= 2) b ^= b >> s; printf("%u:%u ", g, b); }
  printf("\n");
  int x = 5, y = 9;
  x ^= y; y ^= x; x ^= y;
  printf("%d %d %d\n", x, y, (x ^ y) < 0);
  return 0;
}
