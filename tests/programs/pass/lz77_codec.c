// A byte-oriented LZ77 with a window, and back again.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static int pack(const uint8_t *in, int n, uint8_t *out) {
  int o = 0;
  for (int i = 0; i < n;) {
    int best = 0, dist = 0;
    for (int d = 1; d <= 255 && d <= i; d++) {
      int l = 0;
      while (l < 127 && i + l < n && in[i + l] == in[i + l - d]) l++;
      if (l > best) { best = l; dist = d; }
    }
    if (best >= 3) { out[o++] = (uint8_t)(0x80 | best); out[o++] = (uint8_t)dist; i += best; }
    else { int s = o++; int c = 0; out[o++] = in[i++]; c++; out[s] = (uint8_t)c; }
  }
  return o;
}
static int unpack(const uint8_t *in, int n, uint8_t *out) {
  int o = 0;
  for (int i = 0; i < n;) {
    int c = in[i++];
    if (c & 0x80) { int l = c & 0x7f, d = in[i++]; while (l--) { out[o] = out[o - d]; o++; } }
    else { memcpy(out + o, in + i, (size_t)c); o += c; i += c; }
  }
  return o;
}
int main(void) {
  static uint8_t in[2000], packed[4096], back[2100];
  int n = 0;
  const char *phrases[] = {"she sells sea shells ", "by the sea shore ", "the shells she sells ", "are sea shells for sure. "};
  for (unsigned s = 3; n < 1900; s = s * 1103515245u + 12345u) { const char *p = phrases[s >> 30]; memcpy(in + n, p, strlen(p)); n += (int)strlen(p); }
  int m = pack(in, n, packed), k = unpack(packed, m, back);
  unsigned h = 0;
  for (int i = 0; i < m; i++) h = h * 31 + packed[i];
  printf("%d %d %d %d %u\n", n, m, k, memcmp(in, back, (size_t)n), h);
  for (int i = 0; i < 500; i++) in[i] = (uint8_t)(i * i >> 3);
  m = pack(in, 500, packed);
  k = unpack(packed, m, back);
  printf("%d %d %d\n", m, k, memcmp(in, back, 500));
  return 0;
}
