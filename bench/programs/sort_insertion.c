// Insertion sort of symbolic numbers, checked for order and for the same sum.
// Grows: N! orders.
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

static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int value = a[i], j = i;
    while (j > 0 && a[j - 1] > value) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = value;
  }
}

static unsigned sum(const int *a, int n) {
  unsigned total = 0;
  for (int i = 0; i < n; i++)
    total += (unsigned)a[i];
  return total;
}

int main(void) {
  int a[N];
  klee_make_symbolic(a, sizeof a, "a");
  unsigned before = sum(a, N);
  sort(a, N);
  assert(sum(a, N) == before);
  for (int i = 1; i < N; i++)
    assert(a[i - 1] <= a[i]);
  return 0;
}
