// Objects with virtual tables, inheritance by first member, and dispatch.
#include <stdio.h>
#include <stdlib.h>
struct shape;
struct vtable { const char *name; double (*area)(const struct shape *); void (*grow)(struct shape *, double); };
struct shape { const struct vtable *vt; int id; };
struct rect { struct shape base; double w, h; };
struct square { struct rect base; };
struct disc { struct shape base; double r; };
static double rect_area(const struct shape *s) { const struct rect *r = (const struct rect *)s; return r->w * r->h; }
static void rect_grow(struct shape *s, double k) { struct rect *r = (struct rect *)s; r->w *= k; r->h *= k; }
static double disc_area(const struct shape *s) { const struct disc *d = (const struct disc *)s; return d->r * d->r * 3.0; }
static void disc_grow(struct shape *s, double k) { ((struct disc *)s)->r += k; }
static void square_grow(struct shape *s, double k) { rect_grow(s, k + 1); }
static const struct vtable rects = {"rect", rect_area, rect_grow}, squares = {"square", rect_area, square_grow}, discs = {"disc", disc_area, disc_grow};
static struct shape *make(int kind, int id) {
  switch (kind) {
  case 0: { struct rect *r = malloc(sizeof *r); *r = (struct rect){{&rects, id}, 2, 3}; return &r->base; }
  case 1: { struct square *s = malloc(sizeof *s); *s = (struct square){{{&squares, id}, 2, 2}}; return &s->base.base; }
  default: { struct disc *d = malloc(sizeof *d); *d = (struct disc){{&discs, id}, 1.5}; return &d->base; }
  }
}
int main(void) {
  struct shape *all[9];
  for (int i = 0; i < 9; i++) all[i] = make(i % 3, i);
  for (int round = 0; round < 2; round++) {
    double total = 0;
    for (int i = 0; i < 9; i++) { all[i]->vt->grow(all[i], 0.5 + i); total += all[i]->vt->area(all[i]); }
    printf("%.4f\n", total);
  }
  for (int i = 0; i < 9; i++) { printf("%s%d=%.2f ", all[i]->vt->name, all[i]->id, all[i]->vt->area(all[i])); free(all[i]); }
  printf("\n");
  return 0;
}
