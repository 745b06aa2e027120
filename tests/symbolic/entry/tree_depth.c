// A tree: the left child's right child is taken for granted.
//@ entry: rotate
//@ witness: struct tree l = {0, 0, 5}, t = {&l, 0, 1}; rotate(&t)
struct tree {
  struct tree *left, *right;
  int key;
};
struct tree *rotate(struct tree *t) {
  if (!t || !t->left)
    return t;
  struct tree *top = t->left;
  t->left = top->right;
  top->right = t;
  if (t->key < top->key)
    return t->right->left; //~ BUG null-dereference
  return top;
}
