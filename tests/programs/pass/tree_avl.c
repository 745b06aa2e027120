// AVL tree: insertion with rotations, deletion, heights checked.
#include <stdio.h>
#include <stdlib.h>
struct node { int key, h; struct node *l, *r; };
static int height(struct node *n) { return n ? n->h : 0; }
static void fix(struct node *n) { int a = height(n->l), b = height(n->r); n->h = (a > b ? a : b) + 1; }
static struct node *right(struct node *y) { struct node *x = y->l; y->l = x->r; x->r = y; fix(y); fix(x); return x; }
static struct node *left(struct node *x) { struct node *y = x->r; x->r = y->l; y->l = x; fix(x); fix(y); return y; }
static struct node *balance(struct node *n) {
  fix(n);
  int d = height(n->l) - height(n->r);
  if (d > 1) { if (height(n->l->l) < height(n->l->r)) n->l = left(n->l); return right(n); }
  if (d < -1) { if (height(n->r->r) < height(n->r->l)) n->r = right(n->r); return left(n); }
  return n;
}
static struct node *insert(struct node *n, int k) {
  if (!n) { n = calloc(1, sizeof *n); n->key = k; n->h = 1; return n; }
  if (k < n->key) n->l = insert(n->l, k);
  else if (k > n->key) n->r = insert(n->r, k);
  return balance(n);
}
static struct node *pop_min(struct node *n, struct node **m) {
  if (!n->l) { *m = n; return n->r; }
  n->l = pop_min(n->l, m);
  return balance(n);
}
static struct node *erase(struct node *n, int k) {
  if (!n) return NULL;
  if (k < n->key) n->l = erase(n->l, k);
  else if (k > n->key) n->r = erase(n->r, k);
  else {
    struct node *l = n->l, *r = n->r, *m;
    free(n);
    if (!r) return l;
    r = pop_min(r, &m);
    m->r = r;
    m->l = l;
    return balance(m);
  }
  return balance(n);
}
static int check(struct node *n) {
  if (!n) return 0;
  int a = check(n->l), b = check(n->r);
  if (a < 0 || b < 0 || a - b > 1 || b - a > 1) return -1;
  return (a > b ? a : b) + 1;
}
static void show(struct node *n) { if (n) { show(n->l); printf("%d ", n->key); show(n->r); } }
int main(void) {
  struct node *t = NULL;
  for (int i = 0; i < 60; i++) t = insert(t, i * 29 % 61);
  printf("%d %d\n", check(t), t->key);
  for (int i = 0; i < 61; i++) if (i % 4) t = erase(t, i);
  show(t);
  printf("\n%d\n", check(t));
  for (int i = 0; i < 61; i++) t = erase(t, i);
  printf("%d\n", t == NULL);
  return 0;
}
