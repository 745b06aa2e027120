// Open addressing with linear probing: N insertions, one lookup.
// Grows: by the collisions; the slot is a symbolic index into the table.
// Size: N, the number of keys; the table has 8 slots.
//@ paths-at: N=1 3
//@ paths-at: N=2 12
//@ domain: keys/1: 0..255
#include <assert.h>
#ifndef N
#define N 3
#endif
#define SLOTS 8
void klee_make_symbolic(void *, unsigned long, const char *);

struct slot {
  unsigned char used, key, value;
};
static struct slot table[SLOTS];

static unsigned hash(unsigned char key) {
  return (key * 37u ^ key >> 3) % SLOTS;
}

static int put(unsigned char key, unsigned char value) {
  unsigned at = hash(key);
  for (int probes = 0; probes < SLOTS; probes++) {
    struct slot *s = &table[at];
    if (!s->used) {
      s->used = 1;
      s->key = key;
      s->value = value;
      return 1;
    }
    if (s->key == key) {
      s->value = value;
      return 0;
    }
    at = (at + 1) % SLOTS;
  }
  return -1;
}

static int find(unsigned char key) {
  unsigned at = hash(key);
  for (int probes = 0; probes < SLOTS; probes++) {
    if (!table[at].used)
      return -1;
    if (table[at].key == key)
      return table[at].value;
    at = (at + 1) % SLOTS;
  }
  return -1;
}

int main(void) {
  unsigned char keys[N + 1];
  int count = 0;
  klee_make_symbolic(keys, sizeof keys, "keys");
  for (int i = 0; i < N; i++) {
    int result = put(keys[i], (unsigned char)(i + 1));
    assert(result >= 0);
    count += result;
  }
  int found = find(keys[N]);
  assert(found <= N && count <= N);
  return found;
}
