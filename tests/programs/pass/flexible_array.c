// Flexible array members in heap objects, grown by realloc.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct buf { size_t len, cap; char data[]; };
struct pkt { unsigned char kind; short count; struct { int id; char c; } item[]; };
static struct buf *append(struct buf *b, const char *s) {
  size_t n = strlen(s);
  if (!b || b->len + n + 1 > b->cap) {
    size_t cap = ((b ? b->len : 0) + n + 1) * 2;
    struct buf *x = realloc(b, offsetof(struct buf, data) + cap);
    if (!b) x->len = 0;
    x->cap = cap;
    b = x;
  }
  memcpy(b->data + b->len, s, n + 1);
  b->len += n;
  return b;
}
int main(void) {
  struct buf *b = NULL;
  const char *w[] = {"alpha", "-", "beta", "-", "gamma and a longer tail", "."};
  for (int i = 0; i < 6; i++) { b = append(b, w[i]); printf("%zu/%zu ", b->len, b->cap); }
  printf("\n%s\n", b->data);
  free(b);
  struct pkt *p = calloc(1, sizeof *p + 5 * sizeof p->item[0]);
  p->count = 5;
  for (int i = 0; i < p->count; i++) { p->item[i].id = i * 11; p->item[i].c = (char)('a' + i); }
  int s = 0;
  for (int i = 0; i < p->count; i++) s += p->item[i].id * p->item[i].c;
  printf("%d %zu %zu\n", s, sizeof *p, offsetof(struct pkt, item));
  free(p);
  return 0;
}
