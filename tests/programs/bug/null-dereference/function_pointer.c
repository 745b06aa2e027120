#include <stdio.h>
struct ops { int (*go)(int); int (*stop)(int); };
static int twice(int x) { return 2 * x; }
int main(void) {
  struct ops o = {.go = twice};
  printf("%d\n", o.go(4));
  printf("%d\n", o.stop(4)); //~ BUG null-dereference
  return 0;
}
