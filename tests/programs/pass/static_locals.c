// Static locals keep their value, one per function and block.
#include <stdio.h>
static int counter(void) { static int n = 5; return n++; }
static unsigned rnd(void) { static unsigned s = 12345; return (s = s * 1103515245u + 12345u) >> 16; }
static const char *ring(int v) {
  static char buf[3][8];
  static int at;
  at = (at + 1) % 3;
  snprintf(buf[at], sizeof buf[at], "<%d>", v);
  return buf[at];
}
static int both(int w) {
  if (w) { static int n = 100; return ++n; }
  else { static int n = 200; return --n; }
}
static int *address(void) { static int hidden; return &hidden; }
static int rec(int d) { static int depth_seen; if (d > depth_seen) depth_seen = d; return d ? rec(d - 1) : depth_seen; }
int main(void) {
  for (int i = 0; i < 4; i++) printf("%d ", counter());
  printf("\n");
  for (int i = 0; i < 4; i++) printf("%u ", rnd() % 1000);
  printf("\n");
  const char *a = ring(1), *b = ring(2), *c = ring(3);
  printf("%s%s%s\n", a, b, c);
  for (int i = 0; i < 6; i++) printf("%d ", both(i % 3));
  *address() += 7;
  *address() *= 6;
  printf("\n%d %d %d\n", *address(), rec(9), rec(2));
  return 0;
}
