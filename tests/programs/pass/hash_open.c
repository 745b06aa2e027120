// Open addressing with tombstones over uint64 keys.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
enum { CAP = 128, EMPTY = 0, FULL = 1, DEAD = 2 };
static struct { uint64_t key; int32_t val; uint8_t state; } slot[CAP];
static uint32_t mix(uint64_t x) {
  x ^= x >> 33; x *= 0xff51afd7ed558ccdULL; x ^= x >> 33; x *= 0xc4ceb9fe1a85ec53ULL; x ^= x >> 33;
  return (uint32_t)x;
}
static int find(uint64_t k, int for_insert) {
  int dead = -1;
  for (uint32_t i = mix(k), n = 0; n < CAP; i++, n++) {
    int s = (int)(i % CAP);
    if (slot[s].state == EMPTY) return for_insert ? (dead >= 0 ? dead : s) : -1;
    if (slot[s].state == DEAD) { if (dead < 0) dead = s; }
    else if (slot[s].key == k) return s;
  }
  return for_insert ? dead : -1;
}
static void put(uint64_t k, int v) { int s = find(k, 1); slot[s].key = k; slot[s].val = v; slot[s].state = FULL; }
int main(void) {
  for (int i = 0; i < 90; i++) put((uint64_t)i * 0x9e3779b97f4a7c15ULL, i);
  int hit = 0, miss = 0;
  for (int i = 0; i < 200; i++) { int s = find((uint64_t)i * 0x9e3779b97f4a7c15ULL, 0); if (s >= 0) hit += slot[s].val; else miss++; }
  printf("%d %d\n", hit, miss);
  for (int i = 0; i < 90; i += 3) slot[find((uint64_t)i * 0x9e3779b97f4a7c15ULL, 0)].state = DEAD;
  for (int i = 300; i < 330; i++) put((uint64_t)i, -i);
  int live = 0, dead = 0;
  unsigned h = 0;
  for (int i = 0; i < CAP; i++) { live += slot[i].state == FULL; dead += slot[i].state == DEAD; h = h * 31 + (unsigned)slot[i].val * slot[i].state; }
  printf("%d %d %u\n", live, dead, h);
  return 0;
}
