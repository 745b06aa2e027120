// The one int without an absolute value.
//@ entry: digits
//@ witness: digits(-2147483647 - 1)
#include <assert.h>
int digits(int n) {
  unsigned u = (unsigned)n;
  if (n < 0)
    u = 0u - u;
  int magnitude = (int)u;
  assert(magnitude >= 0); //~ BUG assertion-failure
  return magnitude % 10;
}
