// A switch on what was never set, none of whose cases it can be.
//@ target: error
//@ code: 0
#include <stdlib.h>
int klee_int(const char *);
volatile int sink;
int main(void) {
  unsigned x = klee_int("x");
  unsigned char *p = malloc(1);
  if (x != 1234567) *p = 1;
  switch ((*p ^ x) & 3) {
  case 7: sink = 1; break;
  case 9: sink = 2; break;
  default: sink = 3;
  }
  return 0;
}
