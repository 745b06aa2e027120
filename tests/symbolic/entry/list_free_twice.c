// A node that is its own successor is freed twice.
//@ entry: drop_two
//@ witness: struct node *n = malloc(sizeof *n); n->next = n; drop_two(n)
#include <stdlib.h>
struct node {
  struct node *next;
};
void drop_two(struct node *first) {
  if (!first)
    return;
  struct node *second = first->next;
  free(first);
  if (second)
    free(second); //~ BUG double-free
}
