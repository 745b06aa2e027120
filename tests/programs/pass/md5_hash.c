// MD5 with its sine table computed at start.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint32_t K[64];
static const uint8_t R[] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
static void md5(const char *msg) {
  uint32_t h[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  uint8_t buf[256] = {0};
  size_t n = strlen(msg), total = (n + 8) / 64 * 64 + 64;
  memcpy(buf, msg, n);
  buf[n] = 0x80;
  uint64_t bits = n * 8;
  memcpy(buf + total - 8, &bits, 8);
  for (size_t o = 0; o < total; o += 64) {
    uint32_t m[16], a = h[0], b = h[1], c = h[2], d = h[3];
    memcpy(m, buf + o, 64);
    for (int i = 0; i < 64; i++) {
      uint32_t f;
      int g;
      if (i < 16) { f = (b & c) | (~b & d); g = i; }
      else if (i < 32) { f = (d & b) | (~d & c); g = (5 * i + 1) % 16; }
      else if (i < 48) { f = b ^ c ^ d; g = (3 * i + 5) % 16; }
      else { f = c ^ (b | ~d); g = 7 * i % 16; }
      f += a + K[i] + m[g];
      int r = R[i / 16 * 4 + i % 4];
      a = d; d = c; c = b;
      b += f << r | f >> (32 - r);
    }
    h[0] += a; h[1] += b; h[2] += c; h[3] += d;
  }
  const uint8_t *p = (const uint8_t *)h;
  for (int i = 0; i < 16; i++) printf("%02x", p[i]);
  printf(" '%s'\n", msg);
}
int main(void) {
  for (int i = 0; i < 64; i++) K[i] = (uint32_t)(int64_t)floor(fabs(sin(i + 1)) * 4294967296.0);
  md5("");
  md5("a");
  md5("message digest");
  md5("12345678901234567890123456789012345678901234567890123456789012345678901234567890");
  return 0;
}
