// The paper's linked list (Fig. 4): a node is swapped with the next one.
#include <stdlib.h>

void __VERIFIER_assume(int);

struct node {
  int elem;
  struct node *next;
};

struct node *swap_node(struct node *self) {
  __VERIFIER_assume(self != 0);
  if (self->next != 0) {
    if (self->elem > self->next->elem) {
      struct node *t = self->next;
      self->next = t->next;
      t->next = self;
      return t;
    }
  }
  return 0;
}

struct node *call_swap_node(struct node *n) {
  struct node *n1 = calloc(1, sizeof *n1);
  n1->next = n;
  return swap_node(n1);
}

struct node *call_twice(struct node *n, struct node *m) {
  swap_node(n);
  return swap_node(m);
}

struct node *call_3_times(struct node *n, struct node *m, struct node *k) {
  swap_node(n);
  swap_node(m);
  return swap_node(k);
}
