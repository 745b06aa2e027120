// 2 = below zero or not, within [-2, 3).
//@ verdict: explored
//@ paths: 2
//@ domain: x: -4..4
#include <assert.h>
int klee_range(int, int, const char *);
int main(void) {
  int x = klee_range(-2, 3, "x");
  assert(x >= -2 && x <= 2);
  if (x < 0)
    return 1;
  return 0;
}
