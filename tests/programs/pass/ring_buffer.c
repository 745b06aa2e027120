// A ring buffer, a stack, a deque and a queue of two stacks.
#include <stdio.h>
#include <stdint.h>
struct ring { uint8_t buf[16]; unsigned head, tail; };
static int put(struct ring *r, uint8_t v) { if (r->head - r->tail == 16) return 0; r->buf[r->head++ % 16] = v; return 1; }
static int get(struct ring *r) { return r->head == r->tail ? -1 : r->buf[r->tail++ % 16]; }
struct stack { int v[32], n; };
struct queue { struct stack in, out; };
static void enqueue(struct queue *q, int v) { q->in.v[q->in.n++] = v; }
static int dequeue(struct queue *q) { if (!q->out.n) while (q->in.n) q->out.v[q->out.n++] = q->in.v[--q->in.n]; return q->out.n ? q->out.v[--q->out.n] : -1; }
int main(void) {
  struct ring r = {.head = UINT32_MAX - 5, .tail = UINT32_MAX - 5};
  int full = 0, sum = 0;
  for (int i = 0; i < 100; i++) { full += !put(&r, (uint8_t)(i * 3)); if (i % 3) sum = sum * 7 % 100003 + get(&r); }
  int left = 0;
  while (get(&r) >= 0) left++;
  printf("%d %d %d\n", full, sum, left);
  struct queue q = {0};
  for (int i = 0; i < 20; i++) { enqueue(&q, i * i); if (i % 2) printf("%d ", dequeue(&q)); }
  printf("| ");
  for (int v; (v = dequeue(&q)) >= 0;) printf("%d ", v);
  printf("\n");
  return 0;
}
