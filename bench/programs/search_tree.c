// A binary search tree in an array of nodes: N insertions, one deletion, a check of the order.
// Grows: with the shapes of the tree times the place of the deleted key.
// Size: N, the number of keys inserted.
//@ paths-at: N=1 3
//@ paths-at: N=2 13
//@ domain: keys/1: 0..255
#include <assert.h>
#ifndef N
#define N 4
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

struct node {
  struct node *left, *right;
  unsigned char key;
};
static struct node pool[N];
static int taken;

static void insert(struct node **root, unsigned char key) {
  while (*root) {
    if (key == (*root)->key)
      return;
    if (key < (*root)->key)
      root = &(*root)->left;
    else
      root = &(*root)->right;
  }
  struct node *n = &pool[taken++];
  n->left = n->right = 0;
  n->key = key;
  *root = n;
}

static int delete(struct node **root, unsigned char key) {
  while (*root && (*root)->key != key) {
    if (key < (*root)->key)
      root = &(*root)->left;
    else
      root = &(*root)->right;
  }
  struct node *gone = *root;
  if (!gone)
    return 0;
  if (!gone->left) {
    *root = gone->right;
  } else if (!gone->right) {
    *root = gone->left;
  } else {
    struct node **next = &gone->right;
    while ((*next)->left)
      next = &(*next)->left;
    gone->key = (*next)->key;
    *next = (*next)->right;
  }
  return 1;
}

static int size(const struct node *t) {
  return t ? size(t->left) + 1 + size(t->right) : 0;
}

int main(void) {
  unsigned char keys[N + 1];
  struct node *root = 0;
  klee_make_symbolic(keys, sizeof keys, "keys");
  for (int i = 0; i < N; i++)
    insert(&root, keys[i]);
  int before = size(root);
  int gone = delete(&root, keys[N]);
  assert(size(root) == before - gone);
  return gone;
}
