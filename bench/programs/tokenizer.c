// The tokens of a small language: names, numbers, strings, operators of one and two characters, comments.
// Grows: with the characters, by class and by where tokens end.
// Size: N, the number of characters.
//@ paths-at: N=1 12
//@ paths-at: N=2 95
//@ domain: text/1: 0..255
#include <assert.h>
#ifndef N
#define N 5
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

enum token { end, name, number, string, operator, keyword, bad };

static int letter(char c) {
  return (c >= 'a' && c <= 'z') || c == '_';
}
static int digit(char c) {
  return c >= '0' && c <= '9';
}

static enum token next(const char *s, int *at) {
  int i = *at;
  while (s[i] == ' ' || s[i] == '\n')
    i++;
  if (s[i] == 0) {
    *at = i;
    return end;
  }
  int start = i;
  enum token token = bad;
  if (letter(s[i])) {
    while (letter(s[i]) || digit(s[i]))
      i++;
    token = name;
    if (i - start == 2 && s[start] == 'i' && s[start + 1] == 'f')
      token = keyword;
  } else if (digit(s[i])) {
    while (digit(s[i]))
      i++;
    token = number;
  } else if (s[i] == '\'') {
    i++;
    while (s[i] && s[i] != '\'')
      i++;
    if (s[i]) {
      i++;
      token = string;
    }
  } else if (s[i] == '<' || s[i] == '=') {
    i++;
    if (s[i] == '=')
      i++;
    token = operator;
  } else {
    i++;
  }
  *at = i;
  return token;
}

int main(void) {
  char input[N], text[N + 1];
  int at = 0, tokens = 0;
  klee_make_symbolic(input, sizeof input, "text");
  for (int i = 0; i < N; i++)
    text[i] = input[i];
  text[N] = 0;
  for (;;) {
    enum token token = next(text, &at);
    assert(at <= N);
    if (token == end)
      return tokens;
    if (token == bad)
      return -1;
    tokens++;
  }
}
