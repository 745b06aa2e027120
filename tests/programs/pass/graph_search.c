// Graphs: breadth first, depth first with times, topological order, components.
#include <stdio.h>
#include <string.h>
enum { N = 12 };
static const unsigned char edges[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {2, 5}, {6, 7}, {7, 8}, {9, 10}};
static int adj[N][N], seen[N], in[N], out[N], clock_now, order[N], top;
static void dfs(int u) {
  seen[u] = 1;
  in[u] = ++clock_now;
  for (int v = 0; v < N; v++) if (adj[u][v] && !seen[v]) dfs(v);
  out[u] = ++clock_now;
  order[top++] = u;
}
static int root(int *p, int x) { return p[x] == x ? x : (p[x] = root(p, p[x])); }
int main(void) {
  int parent[N], comps = N;
  for (int i = 0; i < N; i++) parent[i] = i;
  for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++) {
    adj[edges[i][0]][edges[i][1]] = 1;
    int a = root(parent, edges[i][0]), b = root(parent, edges[i][1]);
    if (a != b) { parent[a] = b; comps--; }
  }
  int dist[N], queue[N], head = 0, tail = 0;
  memset(dist, -1, sizeof dist);
  dist[0] = 0;
  queue[tail++] = 0;
  while (head < tail) {
    int u = queue[head++];
    for (int v = 0; v < N; v++) if (adj[u][v] && dist[v] < 0) { dist[v] = dist[u] + 1; queue[tail++] = v; }
  }
  for (int i = 0; i < N; i++) printf("%d ", dist[i]);
  printf("\n");
  for (int i = 0; i < N; i++) if (!seen[i]) dfs(i);
  for (int i = 0; i < N; i++) printf("%d/%d ", in[i], out[i]);
  printf("\n");
  while (top) printf("%d ", order[--top]);
  printf("\n%d\n", comps);
  return 0;
}
