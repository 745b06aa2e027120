#define SHELF_SLOTS 3

struct slot {
  int kind;
  int count;
};

struct shelf {
  int used;
  struct slot slots[SHELF_SLOTS];
};

void shelf_init(struct shelf *shelf);
int shelf_add(struct shelf *shelf, int kind, int count);
int shelf_take(struct shelf *shelf, int kind, int count);
int percent(int part, int whole);
