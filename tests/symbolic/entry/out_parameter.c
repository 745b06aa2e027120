// Two results that may be the same object: swapping by differences clears it.
//@ entry: swap
//@ witness: unsigned a = 1; swap(&a, &a)
#include <assert.h>
void swap(unsigned *a, unsigned *b) {
  if (!a || !b)
    return;
  unsigned old_a = *a, old_b = *b;
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
  assert(*a == old_b && *b == old_a); //~ BUG assertion-failure
}
