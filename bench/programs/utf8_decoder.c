// Decodes UTF-8 and refuses overlong forms, surrogates and values beyond U+10FFFF.
// Grows: by the forms of each character, bounded by four bytes.
// Size: N, the number of bytes.
//@ paths-at: N=1 6
//@ paths-at: N=2 13
//@ paths-at: N=3 30
//@ domain: text/1: 0..255
#include <assert.h>
#ifndef N
#define N 6
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static int decode(const unsigned char *s, int left, unsigned *point) {
  unsigned char first = s[0];
  int length;
  unsigned value, smallest;
  if (first < 0x80) {
    *point = first;
    return 1;
  }
  if (first >= 0xC0 && first < 0xE0) {
    length = 2;
    value = first & 0x1F;
    smallest = 0x80;
  } else if (first >= 0xE0 && first < 0xF0) {
    length = 3;
    value = first & 0x0F;
    smallest = 0x800;
  } else if (first >= 0xF0 && first < 0xF8) {
    length = 4;
    value = first & 0x07;
    smallest = 0x10000;
  } else {
    return 0;
  }
  if (left < length)
    return 0;
  for (int i = 1; i < length; i++) {
    if ((s[i] & 0xC0) != 0x80)
      return 0;
    value = value << 6 | (s[i] & 0x3F);
  }
  if (value < smallest || value > 0x10FFFF)
    return 0;
  if (value >= 0xD800 && value < 0xE000)
    return 0;
  *point = value;
  return length;
}

int main(void) {
  unsigned char text[N];
  int i = 0, characters = 0;
  klee_make_symbolic(text, sizeof text, "text");
  while (i < N) {
    unsigned point = 0;
    int length = decode(text + i, N - i, &point);
    if (length == 0)
      return -1;
    assert(point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF));
    i += length;
    characters++;
  }
  return characters;
}
