// Q16.16 fixed point: multiply, divide, square root, sine by table and CORDIC.
#include <stdint.h>
#include <stdio.h>
typedef int32_t fx;
#define FX(x) ((fx)((x) * 65536))
static fx mul(fx a, fx b) { return (fx)((int64_t)a * b >> 16); }
static fx divide(fx a, fx b) { return (fx)(((int64_t)a * 65536) / b); }
static fx root(fx x) { uint64_t v = (uint64_t)x << 16, r = 0; for (uint64_t b = 1ull << 46; b; b >>= 2) { if (v >= r + b) { v -= r + b; r = (r >> 1) + b; } else r >>= 1; } return (fx)r; }
static void cordic(fx angle, fx *s, fx *c) {
  static const fx t[] = {51471, 30385, 16054, 8149, 4090, 2047, 1023, 511, 255, 127, 63, 31, 15, 7, 3, 1};
  fx x = 39796, y = 0, z = angle;
  for (int i = 0; i < 16; i++) { fx dx = y >> i, dy = x >> i; if (z >= 0) { x -= dx; y += dy; z -= t[i]; } else { x += dx; y -= dy; z += t[i]; } }
  *s = y;
  *c = x;
}
static void print(fx v) { printf("%s%d.%04d ", v < 0 ? "-" : "", (v < 0 ? -v : v) >> 16, (int)(((int64_t)(v < 0 ? -v : v) & 0xffff) * 10000 >> 16)); }
int main(void) {
  print(mul(FX(3.5), FX(-2.25)));
  print(divide(FX(10), FX(4)));
  print(divide(FX(-1), FX(3)));
  for (int i = 1; i < 6; i++) print(root(FX(i * i + 1)));
  printf("\n");
  for (int d = -80; d <= 80; d += 20) { fx s, c; cordic((fx)((int64_t)d * 205887 / 180), &s, &c); print(s); print(c); printf("/ "); }
  printf("\n");
  return 0;
}
