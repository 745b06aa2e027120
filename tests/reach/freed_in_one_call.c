// Two functions pass an object on; for one of them it was freed before.
//@ target: error
//@ code: 0
#include <stdlib.h>
int klee_int(const char *);
static int set(char *q, int p) {
  if (p > 10) {
    q[1] = 1;
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
int main(void) {
  int a = klee_int("a"), p = klee_int("p");
  char *q = calloc(8, 1);
  if (a == 0)
    return first(q, p);
  free(q);
  return second(q, p);
}
