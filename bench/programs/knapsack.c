// The best value of N things with symbolic weights in a knapsack of 12, by table.
// Grows: by the weights against each capacity and by the comparison of values.
// Size: N, the number of things.
//@ paths-at: N=1 8
//@ paths-at: N=2 64
//@ domain: weights/1: 0..255
#include <assert.h>
#ifndef N
#define N 3
#endif
#define CAPACITY 6
void klee_make_symbolic(void *, unsigned long, const char *);

static const int values[8] = {3, 5, 4, 8, 2, 7, 6, 1};

static int best(const unsigned char *weights) {
  int table[N + 1][CAPACITY + 1];
  for (int c = 0; c <= CAPACITY; c++)
    table[0][c] = 0;
  for (int i = 1; i <= N; i++)
    for (int c = 0; c <= CAPACITY; c++) {
      int without = table[i - 1][c];
      table[i][c] = without;
      if (weights[i - 1] <= c) {
        int with = table[i - 1][c - weights[i - 1]] + values[(i - 1) % 8];
        if (with > without)
          table[i][c] = with;
      }
    }
  return table[N][CAPACITY];
}

int main(void) {
  unsigned char weights[N];
  int all = 0;
  klee_make_symbolic(weights, sizeof weights, "weights");
  for (int i = 0; i < N; i++)
    all += values[i % 8];
  int value = best(weights);
  assert(value >= 0 && value <= all);
  if (value == all)
    return 1;
  return 0;
}
