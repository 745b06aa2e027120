// Merge sort, top down, with a buffer.
// Grows: N! orders, each comparison decided once.
// Size: N, the number of elements.
//@ paths-at: N=2 2
//@ paths-at: N=3 6
//@ paths-at: N=4 24
//@ paths-at: N=5 120
//@ domain: a/4: 0..5
#include <assert.h>
#ifndef N
#define N 6
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static int buffer[N];

static void merge(int *a, int low, int middle, int high) {
  int i = low, j = middle, k = low;
  while (i < middle && j < high)
    if (a[i] <= a[j])
      buffer[k++] = a[i++];
    else
      buffer[k++] = a[j++];
  while (i < middle)
    buffer[k++] = a[i++];
  while (j < high)
    buffer[k++] = a[j++];
  for (k = low; k < high; k++)
    a[k] = buffer[k];
}

static void sort(int *a, int low, int high) {
  if (high - low < 2)
    return;
  int middle = low + (high - low) / 2;
  sort(a, low, middle);
  sort(a, middle, high);
  merge(a, low, middle, high);
}

int main(void) {
  int a[N];
  klee_make_symbolic(a, sizeof a, "a");
  sort(a, 0, N);
  for (int i = 1; i < N; i++)
    assert(a[i - 1] <= a[i]);
  return 0;
}
