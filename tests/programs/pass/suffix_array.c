// Suffix array by doubling, longest repeated substring, Z function, palindromes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *text = "mississippi banana missouri bandana";
static int cmp(const void *a, const void *b) { return strcmp(text + *(const int *)a, text + *(const int *)b); }
int main(void) {
  int n = (int)strlen(text), sa[64], best = 0, at = 0;
  for (int i = 0; i < n; i++) sa[i] = i;
  qsort(sa, (size_t)n, sizeof *sa, cmp);
  for (int i = 0; i < n; i++) printf("%d ", sa[i]);
  printf("\n");
  for (int i = 1; i < n; i++) { int l = 0; while (text[sa[i] + l] && text[sa[i] + l] == text[sa[i - 1] + l]) l++; if (l > best) { best = l; at = sa[i]; } }
  printf("%d '%.*s'\n", best, best, text + at);
  int z[64] = {0};
  for (int i = 1, l = 0, r = 0; i < n; i++) { if (i < r) z[i] = r - i < z[i - l] ? r - i : z[i - l]; while (i + z[i] < n && text[z[i]] == text[i + z[i]]) z[i]++; if (i + z[i] > r) { l = i; r = i + z[i]; } }
  for (int i = 0; i < n; i++) if (z[i]) printf("z[%d]=%d ", i, z[i]);
  int pl = 0, ps = 0;
  for (int c = 0; c < 2 * n - 1; c++) { int l = c / 2, r = (c + 1) / 2; while (l >= 0 && r < n && text[l] == text[r]) { l--; r++; } if (r - l - 1 > pl) { pl = r - l - 1; ps = l + 1; } }
  printf("\n%.*s\n", pl, text + ps);
  return 0;
}
