// An index that was never set, masked so that whatever it is, it is inside.
//@ target: error
//@ code: 0
#include <stdlib.h>
int klee_int(const char *);
volatile int sink;
int main(void) {
  static int table[4] = {1, 2, 3, 4};
  unsigned x = klee_int("x");
  unsigned char *p = malloc(1);
  if (x != 1234567) *p = 1;
  sink = table[(*p ^ x) & 3];
  return 0;
}
