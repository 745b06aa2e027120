#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int classify(int x) {
  if (x < 0)
    return -1;
  if (x > 100)
    return 1;
  return 0;
}

int main(void) {
  int x;
  char text[4];
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(x != 7);
  int side = klee_range(0, 3, "side");
  if (classify(x) == 1) {
    char *block = malloc(4);
    block[x - 101 + side] = text[0];
    free(block);
  }
  assert(text[1] != '!');
  return 0;
}
