// strtol's work: spaces, sign, prefix by base, digits, saturation.
// Grows: with the characters; base 0 adds the prefixes.
// Size: N, the number of characters.
//@ paths-at: N=1 12
//@ paths-at: N=2 62
//@ domain: text/1: 0..255
#include <assert.h>
#ifndef N
#define N 5
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static int digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 99;
}

static int convert(const char *s, int *end) {
  int i = 0, negative = 0, base = 10;
  const int largest = 0x7FFF;
  while (s[i] == ' ' || s[i] == '\t')
    i++;
  if (s[i] == '-') {
    negative = 1;
    i++;
  } else if (s[i] == '+') {
    i++;
  }
  if (s[i] == '0') {
    base = 8;
    if (s[i + 1] == 'x') {
      base = 16;
      i += 2;
    }
  }
  int value = 0, any = 0, saturated = 0;
  for (;;) {
    int d = digit(s[i]);
    if (d >= base)
      break;
    any = 1;
    if (value > (largest - d) / base)
      saturated = 1;
    else
      value = value * base + d;
    i++;
  }
  *end = any ? i : 0;
  if (saturated)
    value = largest;
  return negative ? -value : value;
}

int main(void) {
  char input[N], text[N + 1];
  int end;
  klee_make_symbolic(input, sizeof input, "text");
  for (int i = 0; i < N; i++)
    text[i] = input[i];
  text[N] = 0;
  int value = convert(text, &end);
  assert(end <= N && value <= 0x7FFF && value >= -0x7FFF);
  if (end != N)
    return 1;
  return 0;
}
