// Singly linked list: build, reverse, merge sort, remove, free.
#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
static struct node *push(struct node *h, int v) {
  struct node *n = malloc(sizeof *n);
  n->v = v;
  n->next = h;
  return n;
}
static struct node *reverse(struct node *h) {
  struct node *r = NULL;
  while (h) { struct node *n = h->next; h->next = r; r = h; h = n; }
  return r;
}
static struct node *merge(struct node *a, struct node *b) {
  struct node head, *t = &head;
  while (a && b) {
    struct node **m = a->v <= b->v ? &a : &b;
    t = t->next = *m;
    *m = (*m)->next;
  }
  t->next = a ? a : b;
  return head.next;
}
static struct node *sort(struct node *h) {
  if (!h || !h->next) return h;
  struct node *slow = h, *fast = h->next;
  while (fast && fast->next) { slow = slow->next; fast = fast->next->next; }
  struct node *b = slow->next;
  slow->next = NULL;
  return merge(sort(h), sort(b));
}
static void drop_if_multiple(struct node **p, int m) {
  while (*p)
    if ((*p)->v % m == 0) { struct node *d = *p; *p = d->next; free(d); }
    else p = &(*p)->next;
}
static void show(const struct node *n) {
  for (; n; n = n->next) printf("%d%s", n->v, n->next ? "->" : "\n");
}
int main(void) {
  struct node *h = NULL;
  for (int i = 0; i < 15; i++) h = push(h, i * 37 % 23);
  show(h);
  h = reverse(h);
  show(h);
  h = sort(h);
  show(h);
  drop_if_multiple(&h, 3);
  show(h);
  drop_if_multiple(&h, 1);
  printf("%d\n", h == NULL);
  return 0;
}
