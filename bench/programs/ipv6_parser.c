// Groups of at most four hexadecimal digits, one "::" that stands for missing groups.
// Grows: with the characters.
// Size: N, the number of characters.
//@ paths-at: N=1 7
//@ paths-at: N=2 30
//@ paths-at: N=3 122
//@ domain: text/1: 0..255
#include <assert.h>
#ifndef N
#define N 5
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static int hex(unsigned char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

static int parse(const unsigned char *s, unsigned short *groups) {
  int i = 0, count = 0, gap = -1;
  if (N >= 2 && s[0] == ':') {
    if (s[1] != ':')
      return 0;
    gap = 0;
    i = 2;
  }
  while (i < N && count < 8) {
    unsigned value = 0;
    int digits = 0;
    while (i < N && digits < 4) {
      int d = hex(s[i]);
      if (d < 0)
        break;
      value = value << 4 | (unsigned)d;
      digits++;
      i++;
    }
    if (digits == 0)
      return 0;
    groups[count++] = (unsigned short)value;
    if (i == N)
      break;
    if (s[i] != ':')
      return 0;
    i++;
    if (i < N && s[i] == ':') {
      if (gap >= 0)
        return 0;
      gap = count;
      i++;
    } else if (i == N) {
      return 0;
    }
  }
  if (i != N || (gap < 0 && count != 8) || (gap >= 0 && count == 8))
    return 0;
  if (gap >= 0) {
    int missing = 8 - count;
    for (int k = 7; k >= gap + missing; k--)
      groups[k] = groups[k - missing];
    for (int k = gap; k < gap + missing; k++)
      groups[k] = 0;
  }
  return 1;
}

int main(void) {
  unsigned char text[N];
  unsigned short groups[9] = {0};
  klee_make_symbolic(text, sizeof text, "text");
  if (!parse(text, groups))
    return 1;
  int zero = 1;
  for (int i = 0; i < 7; i++)
    zero &= groups[i] == 0;
  if (zero && groups[7] == 1)
    return 2;
  return 0;
}
