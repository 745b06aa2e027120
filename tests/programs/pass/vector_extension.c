// Vector extensions: arithmetic, comparison masks, shuffles, conversion, indexing.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef int32_t v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef uint8_t v16b __attribute__((vector_size(16)));
typedef int16_t v8h __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
static void show(v4i v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
static v4i scale(v4i v, int k) { return v * k; }
int main(void) {
  v4i a = {1, 2, 3, 4}, b = {10, -20, 30, -40};
  show(a + b);
  show(a * b);
  show(scale(a - b, 3));
  show(a < b);
  show((a < b) & b);
  show(a << 3);
  show(b >> 1);
  show(-a ^ b);
  show(b / a);
  show(b % (a + 2));
  show(__builtin_shufflevector(a, b, 3, 2, 5, 4));
  v4f f = {1.5f, -2.5f, 3.25f, 0};
  f = f * f + 1;
  printf("%g %g %g %g\n", (double)f[0], (double)f[1], (double)f[2], (double)f[3]);
  show(__builtin_convertvector(f, v4i));
  v16b bytes;
  for (int i = 0; i < 16; i++) bytes[i] = (uint8_t)(i * 17);
  bytes += bytes;
  unsigned s = 0;
  for (int i = 0; i < 16; i++) s = s * 3 + bytes[i];
  printf("%u\n", s);
  v4i r;
  memcpy(&r, &bytes, sizeof r);
  show(r);
  v8h h = (v8h)a;
  printf("%d %d %d\n", h[0], h[1], h[2]);
  v2d d = {0.5, 4};
  d /= 2;
  printf("%g %g\n", d[0], d[1]);
  a[2] = 99;
  int k = 2;
  printf("%d %d\n", a[k], a[k + 1]);
  return 0;
}
