// A B-tree of order four in an array pool: insertion with splits, traversal.
#include <stdio.h>
#include <string.h>
enum { T = 2, MAX = 2 * T - 1 };
struct node { int n, leaf, key[MAX], kid[MAX + 1]; };
static struct node pool[200];
static int used;
static int fresh(int leaf) { pool[used].leaf = leaf; return used++; }
static void split(int p, int i) {
  int a = pool[p].kid[i], b = fresh(pool[a].leaf);
  struct node *P = &pool[p], *A = &pool[a], *B = &pool[b];
  B->n = T - 1;
  memcpy(B->key, A->key + T, (T - 1) * sizeof(int));
  if (!A->leaf) memcpy(B->kid, A->kid + T, T * sizeof(int));
  A->n = T - 1;
  memmove(P->kid + i + 2, P->kid + i + 1, (size_t)(P->n - i) * sizeof(int));
  memmove(P->key + i + 1, P->key + i, (size_t)(P->n - i) * sizeof(int));
  P->kid[i + 1] = b;
  P->key[i] = A->key[T - 1];
  P->n++;
}
static void insert_into(int x, int k) {
  int i = pool[x].n - 1;
  if (pool[x].leaf) { while (i >= 0 && k < pool[x].key[i]) { pool[x].key[i + 1] = pool[x].key[i]; i--; } pool[x].key[i + 1] = k; pool[x].n++; return; }
  while (i >= 0 && k < pool[x].key[i]) i--;
  i++;
  if (pool[pool[x].kid[i]].n == MAX) { split(x, i); if (k > pool[x].key[i]) i++; }
  insert_into(pool[x].kid[i], k);
}
static int depth(int x) { return pool[x].leaf ? 1 : 1 + depth(pool[x].kid[0]); }
static void walk(int x, unsigned *h, int *n) { for (int i = 0; i <= pool[x].n; i++) { if (!pool[x].leaf) walk(pool[x].kid[i], h, n); if (i < pool[x].n) { *h = *h * 31 + (unsigned)pool[x].key[i]; ++*n; } } }
int main(void) {
  int root = fresh(1);
  for (int i = 0; i < 150; i++) {
    if (pool[root].n == MAX) { int r = fresh(0); pool[r].kid[0] = root; root = r; split(r, 0); }
    insert_into(root, i * 61 % 151);
  }
  unsigned h = 0;
  int n = 0;
  walk(root, &h, &n);
  printf("%d nodes depth %d keys %d hash %u\n", used, depth(root), n, h);
  return 0;
}
