// Unlinking a node from itself: only a list whose node is its own successor breaks the assertion.
//@ entry: drop_second
//@ witness: struct node n = {0, 1}; n.next = &n; drop_second(&n)
#include <assert.h>
struct node {
  struct node *next;
  int value;
};
int drop_second(struct node *list) {
  if (!list || !list->next)
    return 0;
  struct node *gone = list->next;
  list->next = gone->next;
  gone->next = 0;
  gone->value = -1;
  assert(list != gone); //~ BUG assertion-failure
  return list->value;
}
