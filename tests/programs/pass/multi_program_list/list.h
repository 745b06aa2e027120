struct cell { int v; struct cell *next; };
struct list { struct cell *head; int n; };
extern int list_allocated;
void list_push(struct list *l, int v);
int list_pop(struct list *l);
void list_each(const struct list *l, void (*f)(int, void *), void *ctx);
