// Eight sorting algorithms on the same data through one table.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void bubble(int *v, int n) { for (int i = n; i > 1; i--) for (int j = 1; j < i; j++) if (v[j - 1] > v[j]) { int t = v[j]; v[j] = v[j - 1]; v[j - 1] = t; } }
static void insertion(int *v, int n) { for (int i = 1; i < n; i++) { int x = v[i], j = i; for (; j && v[j - 1] > x; j--) v[j] = v[j - 1]; v[j] = x; } }
static void selection(int *v, int n) { for (int i = 0; i < n; i++) { int m = i; for (int j = i + 1; j < n; j++) if (v[j] < v[m]) m = j; int t = v[i]; v[i] = v[m]; v[m] = t; } }
static void shell(int *v, int n) { for (int g = n / 2; g; g /= 2) for (int i = g; i < n; i++) { int x = v[i], j = i; for (; j >= g && v[j - g] > x; j -= g) v[j] = v[j - g]; v[j] = x; } }
static void quick(int *v, int n) {
  if (n < 2) return;
  int p = v[n / 2], i = 0, j = n - 1;
  while (i <= j) { while (v[i] < p) i++; while (v[j] > p) j--; if (i <= j) { int t = v[i]; v[i++] = v[j]; v[j--] = t; } }
  quick(v, j + 1);
  quick(v + i, n - i);
}
static void merge(int *v, int n) {
  if (n < 2) return;
  int h = n / 2, *t = malloc(sizeof *t * (size_t)n), i = 0, j = h, k = 0;
  merge(v, h);
  merge(v + h, n - h);
  while (i < h || j < n) t[k++] = j >= n || (i < h && v[i] <= v[j]) ? v[i++] : v[j++];
  memcpy(v, t, sizeof *t * (size_t)n);
  free(t);
}
static void sift(int *v, int i, int n) { for (int k; (k = 2 * i + 1) < n; i = k) { if (k + 1 < n && v[k + 1] > v[k]) k++; if (v[i] >= v[k]) return; int t = v[i]; v[i] = v[k]; v[k] = t; } }
static void heap(int *v, int n) { for (int i = n / 2; i--;) sift(v, i, n); while (n-- > 1) { int t = v[0]; v[0] = v[n]; v[n] = t; sift(v, 0, n); } }
static void radix(int *v, int n) {
  int t[256];
  for (int s = 0; s < 32; s += 8) {
    int c[257] = {0};
    for (int i = 0; i < n; i++) c[((((unsigned)v[i] ^ 0x80000000u) >> s) & 255) + 1]++;
    for (int i = 0; i < 256; i++) c[i + 1] += c[i];
    for (int i = 0; i < n; i++) t[c[(((unsigned)v[i] ^ 0x80000000u) >> s) & 255]++] = v[i];
    memcpy(v, t, sizeof *v * (size_t)n);
  }
}
static const struct { const char *name; void (*f)(int *, int); } all[] = {{"bubble", bubble}, {"insertion", insertion}, {"selection", selection}, {"shell", shell}, {"quick", quick}, {"merge", merge}, {"heap", heap}, {"radix", radix}};
int main(void) {
  for (unsigned k = 0; k < sizeof all / sizeof *all; k++) {
    int v[150];
    unsigned s = 1;
    for (int i = 0; i < 150; i++) v[i] = (int)(s = s * 1103515245u + 12345u) >> 18;
    all[k].f(v, 150);
    unsigned h = 0;
    int ok = 1;
    for (int i = 0; i < 150; i++) { h = h * 31 + (unsigned)v[i]; if (i) ok &= v[i - 1] <= v[i]; }
    printf("%s %d %u %d %d\n", all[k].name, ok, h, v[0], v[149]);
  }
  return 0;
}
