//@ exit: 44
// exit keeps the low eight bits, and flushes buffered output.
#include <stdio.h>
#include <stdlib.h>
static void leave(int depth) { if (depth) leave(depth - 1); printf("exiting at %d", depth); exit(300); }
int main(void) {
  printf("start ");
  leave(3);
  printf("never\n");
  return 0;
}
