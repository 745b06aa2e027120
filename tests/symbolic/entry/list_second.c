// The first node is checked, the second is not.
//@ entry: second
//@ witness: struct node n = {1, 0}; second(&n)
struct node {
  int value;
  struct node *next;
};
int second(const struct node *list) {
  if (!list)
    return 0;
  return list->next->value; //~ BUG null-dereference
}
