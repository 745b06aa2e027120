#include <stdlib.h>
struct t { struct t *l, *r; };
static void release(struct t *t) {
  if (!t) return;
  struct t copy = *t;
  free(t);
  if (copy.l) free(copy.l);
  if (copy.r) free(copy.r); //~ BUG double-free
}
int main(void) {
  struct t *leaf = calloc(1, sizeof *leaf), *root = calloc(1, sizeof *root);
  root->l = root->r = leaf;
  release(root);
  return 0;
}
