// Taking doubles apart and putting them together; half precision by hand.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint64_t bits(double d) { uint64_t u; memcpy(&u, &d, 8); return u; }
static double dbl(uint64_t u) { double d; memcpy(&d, &u, 8); return d; }
static float half(uint16_t h) {
  int e = h >> 10 & 31, m = h & 1023;
  float v = e == 0 ? ldexpf((float)m, -24) : e == 31 ? (m ? NAN : INFINITY) : ldexpf((float)(m | 1024), e - 25);
  return h & 0x8000 ? -v : v;
}
static float rsqrt(float x) { uint32_t i; float h = x * 0.5f, y; memcpy(&i, &x, 4); i = 0x5f3759df - (i >> 1); memcpy(&y, &i, 4); return y * (1.5f - h * y * y); }
int main(void) {
  double v[] = {0, -0.0, 1, -2.5, 1e-310, 1e308, 0.1};
  for (int i = 0; i < 7; i++) { uint64_t u = bits(v[i]); printf("%d %d %013lx\n", (int)(u >> 63), (int)(u >> 52 & 2047) - 1023, (unsigned long)(u & 0xfffffffffffff)); }
  printf("%g %g\n", dbl(0x7ff0000000000000), dbl(0x3ff8000000000000));
  printf("%a\n", dbl(bits(1.0) + 1));
  uint16_t h[] = {0x3c00, 0xc000, 0x7bff, 0x0001, 0x3555, 0x7c00};
  for (int i = 0; i < 6; i++) printf("%.8g ", (double)half(h[i]));
  printf("\n");
  for (float x = 1; x < 100; x *= 3) printf("%a ", (double)rsqrt(x));
  printf("\n");
  int order = 1;
  for (uint64_t u = bits(1e-10); u < bits(1e10); u += 1ull << 50) order &= dbl(u) < dbl(u + (1ull << 50));
  printf("%d\n", order);
  return 0;
}
