// Roman numerals to numbers and back: the text is accepted only if it is the usual form.
// Grows: with the characters, 7 letters each.
// Size: N, the number of characters.
//@ paths-at: N=1 8
//@ paths-at: N=2 57
//@ domain: text/1: 0..255
#include <assert.h>
#ifndef N
#define N 4
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static int letter(char c) {
  switch (c) {
  case 'I': return 1;
  case 'V': return 5;
  case 'X': return 10;
  case 'L': return 50;
  case 'C': return 100;
  case 'D': return 500;
  case 'M': return 1000;
  default: return 0;
  }
}

static int parse(const char *s) {
  int total = 0, next = 0;
  for (int i = N - 1; i >= 0; i--) {
    int value = letter(s[i]);
    if (value == 0)
      return 0;
    if (value < next)
      total -= value;
    else
      total += value;
    next = value;
  }
  return total;
}

static int write(int value, char *out) {
  static const int values[13] = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
  static const char *const names[13] = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
  int used = 0;
  for (int i = 0; i < 13; i++)
    while (value >= values[i]) {
      for (const char *c = names[i]; *c; c++)
        if (used < 4 * N)
          out[used++] = *c;
      value -= values[i];
    }
  return used;
}

int main(void) {
  char text[N], again[4 * N];
  klee_make_symbolic(text, sizeof text, "text");
  int value = parse(text);
  if (value <= 0)
    return 1;
  int used = write(value, again);
  if (used != N)
    return 2;
  for (int i = 0; i < N; i++)
    if (text[i] != again[i])
      return 3;
  assert(value < 4000 * N);
  return 0;
}
