#include "list.h"
#include <stdlib.h>
static struct cell *alloc(int v, struct cell *next) { struct cell *c = malloc(sizeof *c); c->v = v; c->next = next; list_allocated++; return c; }
int list_allocated;
void list_push(struct list *l, int v) { l->head = alloc(v, l->head); l->n++; }
int list_pop(struct list *l) { struct cell *c = l->head; int v = c->v; l->head = c->next; l->n--; free(c); return v; }
void list_each(const struct list *l, void (*f)(int, void *), void *ctx) { for (const struct cell *c = l->head; c; c = c->next) f(c->v, ctx); }
