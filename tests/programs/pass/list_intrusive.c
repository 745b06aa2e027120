// Doubly linked circular list in the kernel's manner: container_of, splice.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
struct list { struct list *prev, *next; };
struct item { char tag; struct list link; int key; struct list by_key; };
#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))
static void init(struct list *l) { l->prev = l->next = l; }
static void insert(struct list *at, struct list *n) { n->prev = at; n->next = at->next; at->next->prev = n; at->next = n; }
static void unlink_one(struct list *n) { n->prev->next = n->next; n->next->prev = n->prev; init(n); }
static struct list all, sorted;
static void add(char tag, int key) {
  struct item *i = malloc(sizeof *i);
  i->tag = tag;
  i->key = key;
  insert(all.prev, &i->link);
  struct list *p = sorted.next;
  while (p != &sorted && container_of(p, struct item, by_key)->key < key) p = p->next;
  insert(p->prev, &i->by_key);
}
int main(void) {
  init(&all);
  init(&sorted);
  const char *tags = "qwertyuiop";
  for (int i = 0; tags[i]; i++) add(tags[i], i * 7 % 10);
  for (struct list *p = all.next; p != &all; p = p->next) printf("%c%d ", container_of(p, struct item, link)->tag, container_of(p, struct item, link)->key);
  printf("\n");
  for (struct list *p = sorted.prev; p != &sorted; p = p->prev) printf("%c%d ", container_of(p, struct item, by_key)->tag, container_of(p, struct item, by_key)->key);
  printf("\n");
  int n = 0;
  while (all.next != &all) {
    struct item *i = container_of(all.next, struct item, link);
    unlink_one(&i->link);
    unlink_one(&i->by_key);
    n += i->key;
    free(i);
  }
  printf("%d %d\n", n, sorted.next == &sorted);
  return 0;
}
