// A matcher with . * + ? and anchors, by recursion; the pattern is fixed, the text symbolic.
// Grows: exponentially with the text, by the stars that can match in several ways.
// Size: N, the number of characters of the text.
//@ paths-at: N=1 4
//@ paths-at: N=2 8
//@ paths-at: N=3 15
//@ domain: text/1: 0..255
#ifndef N
#define N 6
#endif
#ifndef PATTERN
#define PATTERN "^a*b.c?d+$"
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static int match_here(const char *pattern, const char *text);

static int match_one(char c, char with) {
  if (with == 0)
    return 0;
  if (c == '.')
    return 1;
  return c == with;
}

static int match_star(char c, const char *pattern, const char *text) {
  do {
    if (match_here(pattern, text))
      return 1;
  } while (match_one(c, *text++));
  return 0;
}

static int match_here(const char *pattern, const char *text) {
  if (pattern[0] == 0)
    return 1;
  if (pattern[0] == '$' && pattern[1] == 0)
    return *text == 0;
  if (pattern[1] == '*')
    return match_star(pattern[0], pattern + 2, text);
  if (pattern[1] == '+') {
    if (!match_one(pattern[0], *text))
      return 0;
    return match_star(pattern[0], pattern + 2, text + 1);
  }
  if (pattern[1] == '?') {
    if (match_one(pattern[0], *text) && match_here(pattern + 2, text + 1))
      return 1;
    return match_here(pattern + 2, text);
  }
  if (match_one(pattern[0], *text))
    return match_here(pattern + 1, text + 1);
  return 0;
}

static int match(const char *pattern, const char *text) {
  if (pattern[0] == '^')
    return match_here(pattern + 1, text);
  do {
    if (match_here(pattern, text))
      return 1;
  } while (*text++);
  return 0;
}

int main(void) {
  char input[N], text[N + 1];
  klee_make_symbolic(input, sizeof input, "text");
  for (int i = 0; i < N; i++)
    text[i] = input[i];
  text[N] = 0;
  if (match(PATTERN, text))
    return 1;
  return 0;
}
