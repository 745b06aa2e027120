// Event-driven simulation with a priority queue and a fixed generator.
#include <stdio.h>
struct ev { int t, kind, who; };
static struct ev q[200];
static int n;
static int before(struct ev a, struct ev b) { return a.t != b.t ? a.t < b.t : a.kind != b.kind ? a.kind < b.kind : a.who < b.who; }
static void push(struct ev e) { int i = n++; while (i && before(e, q[(i - 1) / 2])) { q[i] = q[(i - 1) / 2]; i = (i - 1) / 2; } q[i] = e; }
static struct ev pop(void) {
  struct ev r = q[0], e = q[--n];
  int i = 0;
  for (int k; (k = 2 * i + 1) < n; i = k) { if (k + 1 < n && before(q[k + 1], q[k])) k++; if (!before(q[k], e)) break; q[i] = q[k]; }
  q[i] = e;
  return r;
}
static unsigned s = 2024;
static int rnd(int m) { s = s * 1664525u + 1013904223u; return (int)((s >> 16) % (unsigned)m); }
int main(void) {
  int waiting[100], head = 0, tail = 0, free_tellers = 3, served = 0, arrive[60];
  long wait = 0;
  for (int i = 0, t = 0; i < 60; i++) { t += rnd(6); arrive[i] = t; push((struct ev){t, 1, i}); }
  int last = 0;
  while (n) {
    struct ev e = pop();
    last = e.t;
    if (e.kind == 1) waiting[tail++] = e.who;
    else free_tellers++;
    while (free_tellers && head < tail) { int w = waiting[head++]; free_tellers--; wait += e.t - arrive[w]; served++; push((struct ev){e.t + 3 + rnd(9), 0, w}); }
  }
  printf("%d %ld %d %u\n", served, wait, last, s);
  return 0;
}
