// Up to five operations on a shelf, whatever they are; nothing may ever be lost.
#include "inventory.h"

#include <assert.h>
#include <klee/klee.h>

int main(void) {
  struct shelf shelf;
  shelf_init(&shelf);
  int expected = 0;
  for (int step = 0; step < 5; step++) {
    int kind = klee_range(0, 5, "kind");
    int count = klee_range(1, 4, "count");
    if (klee_range(0, 2, "take")) {
      int taken = shelf_take(&shelf, kind, count);
      expected -= taken > 0 ? taken : 0;
    } else if (shelf_add(&shelf, kind, count) > 0) {
      expected += count;
    }
  }
  int sum = 0;
  for (int i = 0; i < shelf.used; i++)
    sum += shelf.slots[i].count;
  assert(sum == expected);
  return 0;
}
