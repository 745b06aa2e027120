// A symbolic number below n; the caller compares.
// 4 = 0, 1, 2, 3.
//@ verdict: explored
//@ paths: 4
//@ domain: choose: 0..5
#include <assert.h>
#include <stdint.h>
uintptr_t klee_choose(uintptr_t);
int main(void) {
  uintptr_t k = klee_choose(4);
  for (uintptr_t i = 0; i < 3; i++)
    if (k == i)
      return (int)i;
  assert(k == 3);
  return 3;
}
