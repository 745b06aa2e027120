// Groups of four characters to three bytes, padding at the end only.
// Grows: by the class of each character (upper, lower, digit, +, /, =), 4*N characters.
// Size: N, the number of groups.
//@ paths-at: N=1 1530
//@ domain: text/1: 0 '+' '/' '0' '2' '5' '9' ':' '=' '@' 'A' 'V' 'W' 'Z' '[' 'a' 'z' '{' 255
#include <assert.h>
#ifndef N
#define N 2
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static int digit(unsigned char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  if (c == '+')
    return 62;
  if (c == '/')
    return 63;
  return -1;
}

static int decode(const unsigned char *in, unsigned char *out) {
  int used = 0;
  for (int group = 0; group < N; group++) {
    const unsigned char *s = in + 4 * group;
    int a = digit(s[0]), b;
    if (a < 0)
      return -1;
    b = digit(s[1]);
    if (b < 0)
      return -1;
    out[used++] = (unsigned char)(a << 2 | b >> 4);
    if (s[2] == '=') {
      if (s[3] != '=' || group != N - 1)
        return -1;
      return used;
    }
    int c = digit(s[2]);
    if (c < 0)
      return -1;
    out[used++] = (unsigned char)((b & 15) << 4 | c >> 2);
    if (s[3] == '=') {
      if (group != N - 1)
        return -1;
      return used;
    }
    int d = digit(s[3]);
    if (d < 0)
      return -1;
    out[used++] = (unsigned char)((c & 3) << 6 | d);
  }
  return used;
}

int main(void) {
  unsigned char text[4 * N], out[3 * N];
  klee_make_symbolic(text, sizeof text, "text");
  int used = decode(text, out);
  assert(used <= 3 * N);
  if (used >= 3 && out[0] == 'k' && out[1] == 'e' && out[2] == 'y')
    return 2;
  return used < 0;
}
