// Checks that a text is JSON: objects, arrays, strings with escapes, numbers, the three words.
// Grows: with the characters; depth is bounded by 4.
// Size: N, the number of characters.
//@ paths-at: N=1 13
//@ paths-at: N=2 74
//@ paths-at: N=3 328
//@ domain: text/1: 0..255
#ifndef N
#define N 5
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static char text[N + 1];
static int at;

static void spaces(void) {
  while (text[at] == ' ' || text[at] == '\n')
    at++;
}

static int word(const char *expected) {
  for (int i = 0; expected[i]; i++)
    if (text[at++] != expected[i])
      return 0;
  return 1;
}

static int string(void) {
  if (text[at++] != '"')
    return 0;
  for (;;) {
    char c = text[at++];
    if (c == '"')
      return 1;
    if (c >= 0 && c < ' ')
      return 0;
    if (c == '\\') {
      char escaped = text[at++];
      if (escaped != 'n' && escaped != '"' && escaped != '\\')
        return 0;
    }
  }
}

static int number(void) {
  if (text[at] == '-')
    at++;
  if (text[at] < '0' || text[at] > '9')
    return 0;
  if (text[at] == '0') {
    at++;
  } else {
    while (text[at] >= '0' && text[at] <= '9')
      at++;
  }
  if (text[at] == '.') {
    at++;
    if (text[at] < '0' || text[at] > '9')
      return 0;
    while (text[at] >= '0' && text[at] <= '9')
      at++;
  }
  return 1;
}

static int value(int depth) {
  if (depth == 4)
    return 0;
  spaces();
  switch (text[at]) {
  case 'n': return word("null");
  case 't': return word("true");
  case 'f': return word("false");
  case '"': return string();
  case '[':
    at++;
    spaces();
    if (text[at] == ']') {
      at++;
      return 1;
    }
    for (;;) {
      if (!value(depth + 1))
        return 0;
      spaces();
      if (text[at] == ']') {
        at++;
        return 1;
      }
      if (text[at++] != ',')
        return 0;
    }
  case '{':
    at++;
    spaces();
    if (text[at] == '}') {
      at++;
      return 1;
    }
    for (;;) {
      spaces();
      if (!string())
        return 0;
      spaces();
      if (text[at++] != ':')
        return 0;
      if (!value(depth + 1))
        return 0;
      spaces();
      if (text[at] == '}') {
        at++;
        return 1;
      }
      if (text[at++] != ',')
        return 0;
    }
  default: return number();
  }
}

int main(void) {
  char input[N];
  klee_make_symbolic(input, sizeof input, "text");
  for (int i = 0; i < N; i++)
    text[i] = input[i];
  text[N] = 0;
  if (!value(0))
    return 1;
  spaces();
  if (text[at] != 0)
    return 2;
  return 0;
}
