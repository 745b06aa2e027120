// wchar_t, char16_t and char32_t literals and loops written by hand.
#include <stddef.h>
#include <stdio.h>
#include <uchar.h>
static size_t len(const wchar_t *s) { size_t n = 0; while (s[n]) n++; return n; }
int main(void) {
  const wchar_t *w = L"wide \u20ac text";
  printf("%zu %x %zu\n", len(w), (unsigned)w[5], sizeof(wchar_t));
  static const char16_t c16[] = u"\U0001F600!";
  static const char32_t c32[] = U"\U0001F600!";
  printf("%zu %x %x %zu %x\n", sizeof c16 / sizeof *c16, c16[0], c16[1], sizeof c32 / sizeof *c32, (unsigned)c32[0]);
  unsigned h = 0;
  for (const wchar_t *p = w; *p; p++) h = h * 31 + (unsigned)*p;
  printf("%u\n", h);
  const char *u8 = u8"\u00e9";
  printf("%x %x\n", (unsigned char)u8[0], (unsigned char)u8[1]);
  wchar_t buf[8] = L"abc";
  buf[3] = L'd';
  printf("%zu %d\n", len(buf), buf[7]);
  return 0;
}
