//@ entry: second
//@ clean: struct node b = {1, 0}, a = {2, &b}; second(&a); second(&b); second(0)
struct node {
  int value;
  struct node *next;
};
int second(const struct node *list) {
  if (!list || !list->next)
    return 0;
  return list->next->value;
}
