// By a comparison of one unset byte another one is chosen: that says nothing about the one that is chosen.
//@ target: error
//@ code: 0
//@ flags: --cflags -O1
#include <stdlib.h>
int klee_int(const char *);
volatile int hit;
__attribute__((noinline)) static int f(unsigned char a, unsigned char b, unsigned char x) {
  return a == x ? b : x;
}
int main(void) {
  unsigned x = klee_int("x");
  unsigned char *p = malloc(2);
  if (x != 1234567) p[0] = p[1] = x;
  if (f(p[0], p[1], x) != (unsigned char)x) hit = 1;
  return 0;
}
