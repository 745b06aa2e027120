// The third node is reached and its value decides.
//@ entry: third
//@ test: --pointer-depth 4
struct node {
  int value;
  struct node *next;
};
int third(const struct node *p) {
  if (!p)
    return -1; //~ TARGET
  if (!p->next)
    return -2; //~ TARGET
  p = p->next;
  if (!p->next)
    return -3; //~ TARGET
  if (p->next->value == 4711)
    return 1; //~ TARGET
  return 0;   //~ TARGET
}
