// Dijkstra's algorithm on a complete graph with symbolic weights.
// Grows: by the orders of the distances.
// Size: N, the number of nodes.
//@ paths-at: N=2 1
//@ paths-at: N=3 4
//@ domain: weights/1: 0..12 100 101 200 254 255
#include <assert.h>
#ifndef N
#define N 4
#endif
#define EDGES (N * (N - 1) / 2)
void klee_make_symbolic(void *, unsigned long, const char *);

static int edge(int a, int b) {
  if (a > b) {
    int t = a;
    a = b;
    b = t;
  }
  return b * (b - 1) / 2 + a;
}

int main(void) {
  unsigned char weights[EDGES];
  unsigned distance[N];
  int done[N];
  klee_make_symbolic(weights, sizeof weights, "weights");
  for (int i = 0; i < N; i++) {
    distance[i] = i == 0 ? 0 : 100000;
    done[i] = 0;
  }
  for (int round = 0; round < N; round++) {
    int nearest = -1;
    for (int i = 0; i < N; i++)
      if (!done[i] && (nearest < 0 || distance[i] < distance[nearest]))
        nearest = i;
    done[nearest] = 1;
    for (int i = 0; i < N; i++)
      if (!done[i]) {
        unsigned through = distance[nearest] + weights[edge(i, nearest)];
        if (through < distance[i])
          distance[i] = through;
      }
  }
  for (int i = 1; i < N; i++)
    assert(distance[i] <= weights[edge(0, i)]);
  return 0;
}
