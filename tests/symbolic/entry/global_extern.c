// An external variable without a definition is an input.
//@ entry: check
//@ outside: int configured_level;
//@ witness: configured_level = 99; check(2)
#include <assert.h>
extern int configured_level;
int check(int level) {
  if (level < 0 || level > 3)
    return 0;
  assert(configured_level != 99 || level != 2); //~ BUG assertion-failure
  return 1;
}
