// Callbacks with a context pointer, and a visitor that stops early.
#include <stdio.h>
typedef int (*visit)(void *ctx, int value);
static int walk(int from, int to, visit f, void *ctx) {
  for (int i = from; i < to; i++) {
    int r = f(ctx, i * i - 3 * i);
    if (r) return r;
  }
  return 0;
}
struct stats { int n, min, max; long sum; };
static int collect(void *ctx, int v) {
  struct stats *s = ctx;
  if (!s->n || v < s->min) s->min = v;
  if (!s->n || v > s->max) s->max = v;
  s->n++;
  s->sum += v;
  return 0;
}
static int stop_at(void *ctx, int v) { return v == *(int *)ctx ? v + 1000 : 0; }
struct nest { visit inner; void *ctx; int depth; };
static int nested(void *ctx, int v) {
  struct nest *n = ctx;
  if (n->depth == 0) return n->inner(n->ctx, v);
  struct nest next = {n->inner, n->ctx, n->depth - 1};
  return walk(v, v + 2, nested, &next);
}
int main(void) {
  struct stats s = {0};
  printf("%d ", walk(-5, 12, collect, &s));
  printf("%d %d %d %ld\n", s.n, s.min, s.max, s.sum);
  int want = 54;
  printf("%d\n", walk(0, 100, stop_at, &want));
  struct stats t = {0};
  struct nest n = {collect, &t, 3};
  walk(0, 4, nested, &n);
  printf("%d %d %d %ld\n", t.n, t.min, t.max, t.sum);
  return 0;
}
