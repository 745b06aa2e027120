// Coroutines by switch and line numbers, interleaved producers and consumers.
#include <stdio.h>
#define BEGIN switch (c->at) { case 0:
#define YIELD(v) do { c->at = __LINE__; return (v); case __LINE__:; } while (0)
#define END } c->at = -1; return -1
struct co { int at, i, j, a, b; };
static int pairs(struct co *c) {
  BEGIN
  for (c->i = 0; c->i < 3; c->i++)
    for (c->j = c->i; c->j < 4; c->j++) YIELD(c->i * 10 + c->j);
  END;
}
static int fib(struct co *c) {
  BEGIN
  c->a = 0;
  c->b = 1;
  while (c->a < 200) {
    YIELD(c->a);
    c->b += c->a;
    c->a = c->b - c->a;
  }
  END;
}
int main(void) {
  struct co p = {0}, f = {0};
  for (int alive = 1; alive;) {
    int x = pairs(&p), y = fib(&f);
    alive = x >= 0 || y >= 0;
    printf("%d/%d ", x, y);
    if (x < 0) p.at = -1;
    if (y < 0) f.at = -1;
  }
  printf("\n");
  return 0;
}
