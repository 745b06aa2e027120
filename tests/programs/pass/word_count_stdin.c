//@ stdin: It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. However little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding families
// Words counted in a sorted dynamic array, then by frequency.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct word { char *s; int n; };
static int by_count(const void *a, const void *b) { const struct word *x = a, *y = b; return x->n != y->n ? y->n - x->n : strcmp(x->s, y->s); }
int main(void) {
  struct word *w = NULL;
  size_t n = 0, cap = 0;
  char buf[64];
  int len = 0, c;
  do {
    c = getchar();
    if (isalpha(c)) { if (len < 63) buf[len++] = (char)tolower(c); continue; }
    if (!len) continue;
    buf[len] = 0;
    len = 0;
    size_t lo = 0, hi = n;
    while (lo < hi) { size_t m = (lo + hi) / 2; if (strcmp(w[m].s, buf) < 0) lo = m + 1; else hi = m; }
    if (lo < n && !strcmp(w[lo].s, buf)) { w[lo].n++; continue; }
    if (n == cap) w = realloc(w, (cap = cap ? cap * 2 : 4) * sizeof *w);
    memmove(w + lo + 1, w + lo, (n - lo) * sizeof *w);
    w[lo] = (struct word){strdup(buf), 1};
    n++;
  } while (c != EOF);
  printf("%zu %s %s\n", n, w[0].s, w[n - 1].s);
  qsort(w, n, sizeof *w, by_count);
  for (size_t i = 0; i < 8; i++) printf("%s:%d ", w[i].s, w[i].n);
  printf("\n");
  for (size_t i = 0; i < n; i++) free(w[i].s);
  free(w);
  return 0;
}
