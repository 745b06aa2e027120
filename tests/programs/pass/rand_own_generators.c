// Pseudo-random generators: xorshift, LCG, Mersenne twister, PCG.
#include <stdint.h>
#include <stdio.h>
static uint64_t xs = 88172645463325252ull;
static uint64_t xorshift(void) { xs ^= xs << 13; xs ^= xs >> 7; return xs ^= xs << 17; }
static uint32_t mt[624];
static int mti = 625;
static void seed(uint32_t s) { mt[0] = s; for (mti = 1; mti < 624; mti++) mt[mti] = 1812433253u * (mt[mti - 1] ^ mt[mti - 1] >> 30) + (uint32_t)mti; }
static uint32_t twister(void) {
  if (mti >= 624) {
    for (int k = 0; k < 624; k++) { uint32_t y = (mt[k] & 0x80000000u) | (mt[(k + 1) % 624] & 0x7fffffffu); mt[k] = mt[(k + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0); }
    mti = 0;
  }
  uint32_t y = mt[mti++];
  y ^= y >> 11; y ^= y << 7 & 0x9d2c5680u; y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}
static uint32_t pcg(uint64_t *s) { uint64_t o = *s; *s = o * 6364136223846793005ull + 1; uint32_t x = (uint32_t)((o >> 18 ^ o) >> 27), r = (uint32_t)(o >> 59); return x >> r | x << (-r & 31); }
int main(void) {
  for (int i = 0; i < 4; i++) printf("%lu ", (unsigned long)xorshift());
  printf("\n");
  seed(5489);
  uint32_t last = 0;
  for (int i = 0; i < 1000; i++) { last = twister(); if (i < 3) printf("%u ", last); }
  printf("%u\n", last);
  uint64_t p = 42;
  for (int i = 0; i < 5; i++) printf("%u ", pcg(&p));
  printf("\n");
  int bucket[6] = {0};
  for (int i = 0; i < 600; i++) bucket[twister() % 6]++;
  for (int i = 0; i < 6; i++) printf("%d ", bucket[i]);
  printf("\n");
  return 0;
}
