// Integers of unusual widths through bit-fields and 24-bit arithmetic.
#include <stdint.h>
#include <stdio.h>
struct w { uint64_t a : 7, b : 24, c : 33; int64_t d : 17, e : 47; };
static int32_t sext24(uint32_t x) { struct { int32_t v : 24; } s = {.v = (int32_t)(x & 0xffffff) - ((x & 0x800000) ? 0x1000000 : 0)}; return s.v; }
int main(void) {
  struct w w = {0};
  uint64_t s = 1;
  for (int i = 0; i < 30; i++) {
    s = s * 6364136223846793005ull + 1442695040888963407ull;
    w.a = s >> 10 & 127;
    w.b = (w.b + (s >> 20)) & 0xffffff;
    w.c = (w.c ^ (s >> 31)) & 0x1ffffffffull;
    w.d = (int64_t)(s >> 48 & 0xffff) - 0x8000;
    w.e = (w.d * 3 - w.a);
    if (i % 6 == 0) printf("%u %u %lu %d %ld\n", (unsigned)w.a, (unsigned)w.b, (unsigned long)w.c, (int)w.d, (long)w.e);
  }
  printf("%d %d\n", sext24(0x7fffff), sext24(0xfffffe));
  return 0;
}
