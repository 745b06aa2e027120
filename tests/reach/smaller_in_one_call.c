// Two functions pass an object on; for one of them it is smaller.
//@ target: error
//@ code: 0
#include <stdlib.h>
int klee_int(const char *);
static int set(char *q, int p) {
  if (p > 10) {
    q[5] = 1;
    exit(0);
  }
  return p + 1;
}
static int first(char *q, int p) {
  if (p == 200)
    return 4;
  return set(q, p);
}
static int second(char *q, int p) {
  if (p == 200)
    return 4;
  return set(q, p);
}
static int large(int p) {
  char buf[8] = {0};
  return first(buf, p);
}
static int small(int p) {
  char buf[4] = {0};
  return second(buf, p);
}
int main(void) {
  int a = klee_int("a"), p = klee_int("p");
  return a == 0 ? large(p) : small(p);
}
