// Four decimal parts without leading zeros, each at most 255.
// Grows: with the characters until all four parts have three digits (N = 15).
// Size: N, the number of characters.
//@ paths-at: N=1 3
//@ paths-at: N=2 7
//@ paths-at: N=3 13
//@ domain: text/1: 0..255
#include <assert.h>
#ifndef N
#define N 9
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static int parse(const unsigned char *s, unsigned *address) {
  unsigned result = 0;
  int i = 0;
  for (int part = 0; part < 4; part++) {
    unsigned value = 0;
    int digits = 0;
    if (part > 0) {
      if (i == N || s[i] != '.')
        return 0;
      i++;
    }
    while (i < N && s[i] >= '0' && s[i] <= '9') {
      if (digits > 0 && value == 0)
        return 0;
      value = value * 10 + (s[i] - '0');
      if (value > 255)
        return 0;
      digits++;
      i++;
    }
    if (digits == 0)
      return 0;
    result = result << 8 | value;
  }
  if (i != N)
    return 0;
  *address = result;
  return 1;
}

int main(void) {
  unsigned char text[N];
  unsigned address = 0;
  klee_make_symbolic(text, sizeof text, "text");
  if (!parse(text, &address))
    return 1;
  if (address >> 24 == 127)
    return 2;
  if (address >> 24 == 10 || address >> 16 == 0xC0A8)
    return 3;
  return 0;
}
