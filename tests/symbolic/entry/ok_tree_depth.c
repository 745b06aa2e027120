//@ entry: leftmost
//@ clean: struct tree l = {0, 0, 5}, t = {&l, 0, 1}; leftmost(&t); leftmost(&l); leftmost(0)
struct tree {
  struct tree *left, *right;
  int key;
};
int leftmost(const struct tree *t) {
  if (!t)
    return 0;
  for (int i = 0; i < 3 && t->left; i++)
    t = t->left;
  return t->key;
}
