//@ min-clang: 16
// __fp16 as a storage format: conversions both ways, arithmetic in float.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint16_t raw(const __fp16 *h) { uint16_t u; memcpy(&u, h, 2); return u; }
int main(void) {
  volatile float src[] = {0.0f, 1.0f, 0.1f, -2.5f, 65504.0f, 1e-7f, 3.14159f};
  for (int i = 0; i < 7; i++) { __fp16 h = (__fp16)src[i]; printf("%04x %.9g\n", raw(&h), (double)h); }
  __fp16 a = 1.5f, b = 0.25f;
  __fp16 s = a + b, p = a * b;
  printf("%g %g %d\n", (double)s, (double)p, a > b);
  return 0;
}
