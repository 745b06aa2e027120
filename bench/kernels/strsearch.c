// Horspool and naive search for many patterns in a generated text.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 600000 };
static int horspool(const char *text, int n, const char *pattern, int m) {
  int skip[256], found = 0;
  for (int i = 0; i < 256; i++) skip[i] = m;
  for (int i = 0; i < m - 1; i++) skip[(unsigned char)pattern[i]] = m - 1 - i;
  for (int at = 0; at + m <= n;) {
    int k = m - 1;
    while (k >= 0 && text[at + k] == pattern[k]) k--;
    if (k < 0) found++;
    at += k < 0 ? 1 : skip[(unsigned char)text[at + m - 1]];
  }
  return found;
}
static int naive(const char *text, int n, const char *pattern, int m) {
  int found = 0;
  for (int at = 0; at + m <= n; at++) {
    int k = 0;
    while (k < m && text[at + k] == pattern[k]) k++;
    found += k == m;
  }
  return found;
}
int main(void) {
  char *text = malloc(N + 1);
  unsigned seed = 99;
  for (int i = 0; i < N; i++) text[i] = (char)('a' + ((seed = seed * 1664525u + 1013904223u) >> 24) % 6);
  text[N] = 0;
  static const char *const patterns[] = {"abc", "fade", "beefed", "cabbaged", "aaaa", "defaced", "feedbacked"};
  unsigned long total = 0;
  for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    int m = (int)strlen(patterns[i]);
    int a = horspool(text, N, patterns[i], m), b = naive(text, N, patterns[i], m);
    total = total * 31 + (unsigned long)a;
    printf("%s %d %s\n", patterns[i], a, a == b ? "agree" : "differ");
  }
  printf("%lu\n", total);
  free(text);
  return 0;
}
