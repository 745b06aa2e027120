// Batcher's odd-even merge network: the comparisons are the same for every input.
// Grows: the orders that the network tells apart, at least N! and more where a comparison is asked again.
// Size: N, a power of two.
//@ paths-at: N=2 2
//@ paths-at: N=4 28
//@ domain: a/2: 0..5
#include <assert.h>
#ifndef N
#define N 8
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static short a[N];
static int comparisons;

static void exchange(int i, int j) {
  comparisons++;
  if (a[i] > a[j]) {
    short t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

static void network(void) {
  for (int p = 1; p < N; p *= 2)
    for (int k = p; k >= 1; k /= 2)
      for (int j = k % p; j + k < N; j += 2 * k)
        for (int i = 0; i < k; i++)
          if (i + j + k < N && (i + j) / (2 * p) == (i + j + k) / (2 * p))
            exchange(i + j, i + j + k);
}

int main(void) {
  klee_make_symbolic(a, sizeof a, "a");
  network();
  for (int i = 1; i < N; i++)
    assert(a[i - 1] <= a[i]);
  assert(comparisons <= N * N);
  return 0;
}
