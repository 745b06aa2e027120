// A block from malloc made symbolic, freed on every path.
// 3 = first byte 'A' or not, then second byte 'B' or not.
//@ verdict: explored
//@ paths: 3
//@ domain: block/1: 'A' 'B' 0
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  char *block = malloc(4);
  int n = 0;
  klee_make_symbolic(block, 4, "block");
  if (block[0] == 'A') {
    n = 1;
    if (block[1] == 'B')
      n = 2;
  }
  free(block);
  return n;
}
