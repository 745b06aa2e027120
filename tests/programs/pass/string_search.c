// Naive, Knuth-Morris-Pratt, Boyer-Moore-Horspool and Rabin-Karp agree.
#include <stdio.h>
#include <string.h>
static int naive(const char *t, const char *p) {
  int n = (int)strlen(t), m = (int)strlen(p), c = 0;
  for (int i = 0; i + m <= n; i++) c += !strncmp(t + i, p, (size_t)m);
  return c;
}
static int kmp(const char *t, const char *p) {
  int f[64], m = (int)strlen(p), c = 0, k = 0;
  f[0] = 0;
  for (int i = 1; i < m; i++) { while (k && p[i] != p[k]) k = f[k - 1]; if (p[i] == p[k]) k++; f[i] = k; }
  k = 0;
  for (; *t; t++) { while (k && *t != p[k]) k = f[k - 1]; if (*t == p[k]) k++; if (k == m) { c++; k = f[k - 1]; } }
  return c;
}
static int horspool(const char *t, const char *p) {
  int n = (int)strlen(t), m = (int)strlen(p), c = 0, skip[256];
  for (int i = 0; i < 256; i++) skip[i] = m;
  for (int i = 0; i < m - 1; i++) skip[(unsigned char)p[i]] = m - 1 - i;
  for (int i = 0; i + m <= n;) { if (!memcmp(t + i, p, (size_t)m)) { c++; i++; } else i += skip[(unsigned char)t[i + m - 1]]; }
  return c;
}
static int rabin(const char *t, const char *p) {
  const unsigned B = 257, M = 1000003;
  unsigned hp = 0, h = 0, top = 1;
  int n = (int)strlen(t), m = (int)strlen(p), c = 0;
  for (int i = 0; i < m; i++) { hp = (hp * B + (unsigned char)p[i]) % M; if (i) top = top * B % M; }
  for (int i = 0; i < n; i++) {
    if (i >= m) h = (h + M - (unsigned char)t[i - m] * top % M) % M;
    h = (h * B + (unsigned char)t[i]) % M;
    if (i >= m - 1 && h == hp && !memcmp(t + i - m + 1, p, (size_t)m)) c++;
  }
  return c;
}
int main(void) {
  static char text[800];
  unsigned s = 5;
  for (int i = 0; i < 799; i++) text[i] = "ab"[(s = s * 1103515245u + 12345u) >> 31];
  const char *pats[] = {"a", "ab", "aba", "abab", "bbbb", "aabba", "bababab", "aaaaaaaa", "c"};
  for (unsigned i = 0; i < sizeof pats / sizeof *pats; i++) printf("%s %d %d %d %d\n", pats[i], naive(text, pats[i]), kmp(text, pats[i]), horspool(text, pats[i]), rabin(text, pats[i]));
  return 0;
}
