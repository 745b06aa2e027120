// A call of which it is not explored how it ends for other inputs, where that is a bug.
//@ target: target
//@ flags: --loops unroll
//@ code: 0
#include <stdlib.h>
int klee_int(const char *);
void target(void) {}
static int g(char *q, int p) {
  if (p >= 5 && p != 9)
    q[9] = 1;
  return p + 1;
}
static int first(char *q, int p, int f) {
  if (f == 7)
    exit(2);
  return g(q, p);
}
static int second(char *q, int p, int f) {
  if (f == 7)
    exit(2);
  return g(q, p);
}
static int a(int p) {
  char *buf = calloc(8, 1);
  int r = first(buf, p, 0);
  return r;
}
static int b(int p) {
  char buf[8];
  int r = second(buf, p, 1);
  return r;
}
int main(void) {
  unsigned char c = klee_int("c"), p = klee_int("p"), p2 = klee_int("p2");
  int r = a(p);
  if (c == 1)
    r += b(p2);
  if (r == 8)
    target();
  return 0;
}
