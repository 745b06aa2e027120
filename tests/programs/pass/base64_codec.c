// Base64 both ways for every length of a binary buffer.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static const char abc[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static int encode(const uint8_t *in, int n, char *out) {
  char *o = out;
  for (int i = 0; i < n; i += 3) {
    uint32_t w = (uint32_t)in[i] << 16 | (i + 1 < n ? in[i + 1] : 0) << 8 | (i + 2 < n ? in[i + 2] : 0);
    *o++ = abc[w >> 18];
    *o++ = abc[w >> 12 & 63];
    *o++ = i + 1 < n ? abc[w >> 6 & 63] : '=';
    *o++ = i + 2 < n ? abc[w & 63] : '=';
  }
  *o = 0;
  return (int)(o - out);
}
static int decode(const char *in, uint8_t *out) {
  int8_t inv[256];
  memset(inv, -1, sizeof inv);
  for (int i = 0; i < 64; i++) inv[(uint8_t)abc[i]] = (int8_t)i;
  uint8_t *o = out;
  uint32_t w = 0;
  int bits = 0;
  for (; *in && *in != '='; in++) {
    if (inv[(uint8_t)*in] < 0) return -1;
    w = w << 6 | (uint32_t)inv[(uint8_t)*in];
    if ((bits += 6) >= 8) *o++ = (uint8_t)(w >> (bits -= 8));
  }
  return (int)(o - out);
}
int main(void) {
  uint8_t data[40], back[60];
  char text[80];
  for (int i = 0; i < 40; i++) data[i] = (uint8_t)(i * 73 + 19);
  for (int n = 0; n <= 40; n++) {
    int e = encode(data, n, text), d = decode(text, back);
    if (d != n || memcmp(data, back, (size_t)n)) printf("mismatch at %d\n", n);
    if (n % 8 < 3) printf("%d %d %s\n", n, e, text);
  }
  printf("%d\n", decode("ab*c", back));
  return 0;
}
