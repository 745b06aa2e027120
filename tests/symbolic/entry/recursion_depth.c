// Recursion on an input: the bug is up to five calls down.
//@ entry: descend
//@ witness: descend(1000008)
#include <assert.h>
int descend(unsigned n) {
  assert(n != 1000006); //~ BUG assertion-failure
  if (n < 1000000 || n > 1000010)
    return 0;
  return 1 + descend(n - 1);
}
