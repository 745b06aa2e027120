// An interval of one value: nothing to decide.
// 1 path.
//@ verdict: explored
//@ paths: 1
//@ domain: x: 7
#include <assert.h>
int klee_range(int, int, const char *);
int main(void) {
  int x = klee_range(7, 8, "x");
  assert(x == 7);
  return 0;
}
