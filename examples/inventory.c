// A small library: shelves with room for a few kinds of goods.
#include "inventory.h"

#include <string.h>

void shelf_init(struct shelf *shelf) { memset(shelf, 0, sizeof *shelf); }

static int find(const struct shelf *shelf, int kind) {
  for (int i = 0; i < shelf->used; i++)
    if (shelf->slots[i].kind == kind)
      return i;
  return -1;
}

int shelf_add(struct shelf *shelf, int kind, int count) {
  if (count <= 0)
    return -1;
  int at = find(shelf, kind);
  if (at < 0) {
    if (shelf->used > SHELF_SLOTS)
      return -1;
    at = shelf->used++;
    shelf->slots[at].kind = kind;
    shelf->slots[at].count = 0;
  }
  shelf->slots[at].count += count;
  return shelf->slots[at].count;
}

int shelf_take(struct shelf *shelf, int kind, int count) {
  int at = find(shelf, kind);
  if (at < 0 || count <= 0 || count > shelf->slots[at].count)
    return -1;
  shelf->slots[at].count -= count;
  if (shelf->slots[at].count == 0)
    shelf->slots[at] = shelf->slots[--shelf->used];
  return count;
}

int percent(int part, int whole) {
  if (part < 0 || part > whole)
    return -1;
  return part * 100 / whole;
}
