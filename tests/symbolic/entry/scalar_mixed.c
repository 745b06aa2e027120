// Every scalar type as a parameter; the one combination that fails needs all of them.
//@ entry: mixed
//@ witness: mixed(1, 'x', -300, 70000, 1L << 40, -1, 0xFFFFFFFFu)
#include <assert.h>
#include <stdbool.h>
int mixed(bool b, char c, short s, int i, long l, long long ll, unsigned u) {
  if (!b)
    return 0;
  if (c != 'x' || s != -300)
    return 1;
  if (i != 70000 || l != 1L << 40)
    return 2;
  assert(ll != -1 || u != 0xFFFFFFFFu); //~ BUG assertion-failure
  return 3;
}
