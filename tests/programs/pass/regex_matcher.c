// A small backtracking regular-expression matcher: . * + ? ^ $ and classes.
#include <stdio.h>
static int here(const char *r, const char *t);
static const char *skip(const char *r) {
  if (*r == '[') { while (*r != ']') r++; return r + 1; }
  return r + (*r == '\\' ? 2 : 1);
}
static int one(const char *r, char c) {
  if (!c) return 0;
  if (*r == '.') return 1;
  if (*r == '\\') return r[1] == c;
  if (*r != '[') return *r == c;
  int neg = *++r == '^', hit = 0;
  if (neg) r++;
  for (; *r != ']'; r++) {
    if (r[1] == '-' && r[2] != ']') { hit |= c >= r[0] && c <= r[2]; r += 2; }
    else hit |= *r == c;
  }
  return hit != neg;
}
static int here(const char *r, const char *t) {
  if (!*r) return 1;
  if (r[0] == '$' && !r[1]) return !*t;
  const char *n = skip(r);
  switch (*n) {
  case '?': return (one(r, *t) && here(n + 1, t + 1)) || here(n + 1, t);
  case '+': if (!one(r, *t)) return 0; t++; /* fall through */
  case '*': {
    const char *e = t;
    while (one(r, *e)) e++;
    for (;; e--) { if (here(n + 1, e)) return 1; if (e == t) return 0; }
  }
  }
  return one(r, *t) && here(n, t + 1);
}
static int match(const char *r, const char *t) {
  if (*r == '^') return here(r + 1, t);
  do if (here(r, t)) return 1; while (*t++);
  return 0;
}
int main(void) {
  const char *cases[][2] = {{"abc", "xabcx"}, {"^abc", "xabc"}, {"a.c$", "zabc"}, {"a*b", "aaab"}, {"^a+$", ""}, {"^[a-z]+[0-9]?$", "hello5"}, {"^[a-z]+[0-9]?$", "hello55"}, {"[^ ]+@[a-z]+\\.com$", "me@mail.com"}, {"[^ ]+@[a-z]+\\.com$", "me@mailxcom"}, {"^.*x.*y$", "aaxbby"}, {"colou?r", "my color"}, {"^$", ""}, {"a**", "b"}};
  for (unsigned i = 0; i < 12; i++) printf("%s ~ '%s' = %d\n", cases[i][0], cases[i][1], match(cases[i][0], cases[i][1]));
  return 0;
}
