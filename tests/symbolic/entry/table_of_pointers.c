// A pointer chosen by a symbolic index, and what its name points to.
//@ entry: lookup
//@ witness: struct item i = {3, "ab"}; struct table t = {{0, &i, 0, 0}}; lookup(&t, 1, 3)
#include <assert.h>
#include <string.h>
struct item {
  int id;
  const char *name;
};
struct table {
  struct item *slots[4];
};
int lookup(const struct table *t, unsigned hash, int id) {
  if (!t)
    return -1;
  const struct item *found = t->slots[hash % 4];
  if (!found || found->id != id || !found->name)
    return 0;
  assert(strcmp(found->name, "ab") != 0); //~ BUG assertion-failure
  return 1;
}
