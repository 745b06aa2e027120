// Binary heap, heap sort and a median by two heaps.
#include <stdio.h>
struct heap { int v[256], n, sign; };
static int before(const struct heap *h, int a, int b) { return h->sign * h->v[a] < h->sign * h->v[b]; }
static void swap(struct heap *h, int a, int b) { int t = h->v[a]; h->v[a] = h->v[b]; h->v[b] = t; }
static void push(struct heap *h, int x) {
  int i = h->n++;
  h->v[i] = x;
  for (; i && before(h, i, (i - 1) / 2); i = (i - 1) / 2) swap(h, i, (i - 1) / 2);
}
static int pop(struct heap *h) {
  int r = h->v[0];
  h->v[0] = h->v[--h->n];
  for (int i = 0, k; (k = 2 * i + 1) < h->n; i = k) {
    if (k + 1 < h->n && before(h, k + 1, k)) k++;
    if (!before(h, k, i)) break;
    swap(h, i, k);
  }
  return r;
}
int main(void) {
  struct heap lo = {.sign = -1}, hi = {.sign = 1}, s = {.sign = 1};
  unsigned seed = 99;
  for (int i = 0; i < 100; i++) {
    seed = seed * 69069u + 1;
    int x = (int)(seed >> 22);
    push(&s, x);
    if (lo.n && x > lo.v[0]) push(&hi, x); else push(&lo, x);
    if (lo.n > hi.n + 1) push(&hi, pop(&lo));
    if (hi.n > lo.n) push(&lo, pop(&hi));
    if (i % 20 == 0) printf("%d ", lo.v[0]);
  }
  printf("\n");
  for (int prev = -1, i = 0; s.n; i++) { int x = pop(&s); if (x < prev) printf("wrong\n"); prev = x; if (i % 10 == 0) printf("%d ", x); }
  printf("\n");
  return 0;
}
