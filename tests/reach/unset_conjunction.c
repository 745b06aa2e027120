// Two unset bytes are not equal for both being unset, nor where the decisions on them are computed.
//@ target: target
//@ code: 3
#include <stdlib.h>
int klee_int(const char *);
void target(void) {}
static int f(unsigned char a, unsigned char b, unsigned char x) { return a == x && b != x; }
int main(void) {
  unsigned char x = klee_int("x"), *p = malloc(2);
  if (x != 77) p[0] = p[1] = x;
  if (f(p[0], p[1], x)) target();
  return 0;
}
