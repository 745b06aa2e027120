// A byte that was never set is passed on by a function that has another one of the same object looked at.
//@ target: error
//@ code: 0
#include <stdlib.h>
int klee_int(const char *);
static int g(char *q, int p) {
  if (p == 5) {
    q[9] = 1;
    return 3;
  }
  if (p > 10) {
    if (q[0] == 3)
      exit(1);
    exit(0);
  }
  return p + 1;
}
static int first(char *q, int p) {
  if (p == 200)
    return 4;
  return g(q, p);
}
static int second(char *q, int p) {
  if (p == 200)
    return 4;
  return g(q, p);
}
int main(void) {
  int a = klee_int("a"), p = klee_int("p");
  char buf[16];
  if (a == 0) {
    buf[0] = p;
    return first(buf, p);
  }
  return second(buf, p);
}
