// Dijkstra, Floyd-Warshall, Bellman-Ford and Kruskal on one graph.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 8, INF = INT_MAX / 2 };
struct edge { int u, v, w; };
static struct edge e[] = {{0, 1, 7}, {0, 2, 3}, {1, 2, 1}, {1, 3, 2}, {2, 4, 8}, {3, 4, 3}, {3, 5, 6}, {4, 6, 2}, {5, 6, 4}, {6, 7, 9}};
enum { M = sizeof e / sizeof *e };
static int by_weight(const void *a, const void *b) { return ((const struct edge *)a)->w - ((const struct edge *)b)->w; }
static int find(int *p, int x) { while (p[x] != x) x = p[x]; return x; }
int main(void) {
  int g[N][N];
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) g[i][j] = i == j ? 0 : INF;
  for (int i = 0; i < M; i++) g[e[i].u][e[i].v] = g[e[i].v][e[i].u] = e[i].w;
  int d[N], done[N] = {0};
  for (int i = 0; i < N; i++) d[i] = INF;
  d[0] = 0;
  for (int k = 0; k < N; k++) {
    int u = -1;
    for (int i = 0; i < N; i++) if (!done[i] && (u < 0 || d[i] < d[u])) u = i;
    done[u] = 1;
    for (int v = 0; v < N; v++) if (g[u][v] < INF && d[u] + g[u][v] < d[v]) d[v] = d[u] + g[u][v];
  }
  for (int i = 0; i < N; i++) printf("%d ", d[i]);
  int b[N];
  for (int i = 0; i < N; i++) b[i] = i ? INF : 0;
  for (int k = 1; k < N; k++)
    for (int i = 0; i < M; i++) {
      if (b[e[i].u] + e[i].w < b[e[i].v]) b[e[i].v] = b[e[i].u] + e[i].w;
      if (b[e[i].v] + e[i].w < b[e[i].u]) b[e[i].u] = b[e[i].v] + e[i].w;
    }
  int same = 1;
  for (int i = 0; i < N; i++) same &= b[i] == d[i];
  for (int k = 0; k < N; k++) for (int i = 0; i < N; i++) for (int j = 0; j < N; j++)
    if (g[i][k] + g[k][j] < g[i][j]) g[i][j] = g[i][k] + g[k][j];
  long sum = 0;
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) sum += g[i][j];
  printf("%d %ld\n", same, sum);
  qsort(e, M, sizeof *e, by_weight);
  int p[N], total = 0;
  for (int i = 0; i < N; i++) p[i] = i;
  for (int i = 0; i < M; i++) { int a = find(p, e[i].u), c = find(p, e[i].v); if (a != c) { p[a] = c; total += e[i].w; } }
  printf("%d\n", total);
  return 0;
}
