// UTF-8: decode with validation, encode, count, reject bad sequences.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static int decode(const uint8_t *s, uint32_t *out) {
  if (s[0] < 0x80) { *out = s[0]; return 1; }
  int n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc2 ? 2 : 0;
  if (!n || s[0] > 0xf4) return 0;
  uint32_t c = s[0] & (0x7fu >> n);
  for (int i = 1; i < n; i++) { if ((s[i] & 0xc0) != 0x80) return 0; c = c << 6 | (s[i] & 0x3f); }
  static const uint32_t min[] = {0, 0, 0x80, 0x800, 0x10000};
  if (c < min[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return 0;
  *out = c;
  return n;
}
static int encode(uint32_t c, uint8_t *o) {
  if (c < 0x80) { o[0] = (uint8_t)c; return 1; }
  if (c < 0x800) { o[0] = (uint8_t)(0xc0 | c >> 6); o[1] = (uint8_t)(0x80 | (c & 63)); return 2; }
  if (c < 0x10000) { o[0] = (uint8_t)(0xe0 | c >> 12); o[1] = (uint8_t)(0x80 | (c >> 6 & 63)); o[2] = (uint8_t)(0x80 | (c & 63)); return 3; }
  o[0] = (uint8_t)(0xf0 | c >> 18); o[1] = (uint8_t)(0x80 | (c >> 12 & 63)); o[2] = (uint8_t)(0x80 | (c >> 6 & 63)); o[3] = (uint8_t)(0x80 | (c & 63));
  return 4;
}
int main(void) {
  const char *s = "h\xc3\xa9llo \xe2\x82\xac \xf0\x9f\x98\x80!";
  for (const uint8_t *p = (const uint8_t *)s; *p;) { uint32_t c; int n = decode(p, &c); printf("U+%04X/%d ", c, n); p += n; }
  printf("\n");
  const char *bad[] = {"\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\x80", "\xe2\x82", "\xf0\x80\x80\x80"};
  for (int i = 0; i < 6; i++) { uint32_t c; printf("%d ", decode((const uint8_t *)bad[i], &c)); }
  int wrong = 0, n = 0;
  for (uint32_t c = 0; c <= 0x10ffff; c += 97) {
    uint8_t b[5] = {0};
    uint32_t d = 0;
    if (c >= 0xd800 && c < 0xe000) continue;
    int k = encode(c, b);
    wrong += decode(b, &d) != k || d != c;
    n += k;
  }
  printf("\n%d %d\n", wrong, n);
  return 0;
}
