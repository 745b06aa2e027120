// Quicksort of half a million integers, recursive, then checked.
#include <stdio.h>
#include <stdlib.h>
enum { N = 500000 };
static void sort(int *v, int n) {
  while (n > 12) {
    int pivot = v[n / 2], i = 0, j = n - 1;
    while (i <= j) {
      while (v[i] < pivot) i++;
      while (v[j] > pivot) j--;
      if (i <= j) {
        int t = v[i];
        v[i++] = v[j];
        v[j--] = t;
      }
    }
    sort(v, j + 1);
    v += i;
    n -= i;
  }
  for (int i = 1; i < n; i++) {
    int x = v[i], j = i;
    for (; j > 0 && v[j - 1] > x; j--) v[j] = v[j - 1];
    v[j] = x;
  }
}
int main(void) {
  int *v = malloc(N * sizeof *v);
  unsigned seed = 1;
  for (int i = 0; i < N; i++) v[i] = (int)((seed = seed * 1664525u + 1013904223u) >> 4);
  sort(v, N);
  unsigned hash = 0;
  int sorted = 1;
  for (int i = 0; i < N; i++) {
    hash = hash * 31 + (unsigned)v[i];
    if (i && v[i - 1] > v[i]) sorted = 0;
  }
  printf("%d %u %d\n", sorted, hash, v[N / 2]);
  free(v);
  return 0;
}
