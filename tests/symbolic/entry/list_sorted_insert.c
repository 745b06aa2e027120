// Walks a list as deep as it is explored; fails on a list whose second value is smaller.
//@ entry: check_sorted
//@ witness: struct node b = {1, 0}, a = {2, &b}; check_sorted(&a)
//@ test: --pointer-depth 3
#include <assert.h>
struct node {
  int value;
  struct node *next;
};
int check_sorted(const struct node *list) {
  int n = 0;
  for (; list && n < 2; list = list->next, n++)
    if (list->next)
      assert(list->value <= list->next->value); //~ BUG assertion-failure
  return n;
}
