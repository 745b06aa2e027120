// Left-leaning red-black tree with parent-free recursion and invariants.
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
struct node { struct node *kid[2]; int key; bool red; };
static bool red(const struct node *n) { return n && n->red; }
static struct node *rotate(struct node *n, int d) {
  struct node *k = n->kid[!d];
  n->kid[!d] = k->kid[d];
  k->kid[d] = n;
  k->red = n->red;
  n->red = true;
  return k;
}
static struct node *insert(struct node *n, int key) {
  if (!n) { n = calloc(1, sizeof *n); n->key = key; n->red = true; return n; }
  if (key != n->key) { int d = key > n->key; n->kid[d] = insert(n->kid[d], key); }
  if (red(n->kid[1]) && !red(n->kid[0])) n = rotate(n, 0);
  if (red(n->kid[0]) && red(n->kid[0]->kid[0])) n = rotate(n, 1);
  if (red(n->kid[0]) && red(n->kid[1])) { n->red = !n->red; n->kid[0]->red ^= 1; n->kid[1]->red ^= 1; }
  return n;
}
static int black(const struct node *n) {
  if (!n) return 1;
  int a = black(n->kid[0]), b = black(n->kid[1]);
  if (a != b || a < 0 || (n->red && (red(n->kid[0]) || red(n->kid[1])))) return -1;
  return a + !n->red;
}
static int depth(const struct node *n) { if (!n) return 0; int a = depth(n->kid[0]), b = depth(n->kid[1]); return 1 + (a > b ? a : b); }
static void release(struct node *n) { if (n) { release(n->kid[0]); release(n->kid[1]); free(n); } }
int main(void) {
  struct node *t = NULL;
  for (int i = 0; i < 500; i++) {
    t = insert(t, i % 2 ? i : 1000 - i);
    t->red = false;
    if (i % 100 == 99) printf("%d %d %d\n", i + 1, black(t), depth(t));
  }
  long s = 0;
  const struct node *stack[64];
  int sp = 0, n = 0;
  for (const struct node *p = t; p || sp;) {
    while (p) { stack[sp++] = p; p = p->kid[0]; }
    p = stack[--sp];
    s = (s * 7 + p->key) % 1000003;
    n++;
    p = p->kid[1];
  }
  printf("%d %ld\n", n, s);
  release(t);
  return 0;
}
