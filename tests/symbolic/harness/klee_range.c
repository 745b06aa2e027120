// The interval is half open: [3, 6).
// 3 = 3, 4, 5; the assertion holds.
//@ verdict: explored
//@ paths: 3
//@ domain: x: 0..8
#include <assert.h>
int klee_range(int, int, const char *);
int main(void) {
  int x = klee_range(3, 6, "x");
  if (x == 3)
    return 1;
  if (x == 4)
    return 2;
  assert(x == 5);
  return 0;
}
