// Bit sets with word operations, a Bloom filter, a sparse set.
#include <stdint.h>
#include <stdio.h>
enum { BITS = 512 };
typedef struct { uint64_t w[BITS / 64]; } set;
static void add(set *s, unsigned i) { s->w[i / 64] |= 1ull << (i % 64); }
static int has(const set *s, unsigned i) { return s->w[i / 64] >> (i % 64) & 1; }
static set both(set a, set b) { for (int i = 0; i < BITS / 64; i++) a.w[i] &= b.w[i]; return a; }
static int count(set s) { int n = 0; for (int i = 0; i < BITS / 64; i++) n += __builtin_popcountll(s.w[i]); return n; }
static int next(const set *s, int from) { for (int i = from; i < BITS; i++) { uint64_t w = s->w[i / 64] >> (i % 64); if (w) return i + __builtin_ctzll(w); i |= 63; } return -1; }
static unsigned h(unsigned x, unsigned k) { x = (x ^ k * 0x9e3779b9u) * 0x85ebca6bu; return (x ^ x >> 15) % BITS; }
int main(void) {
  set a = {{0}}, b = {{0}}, bloom = {{0}};
  for (unsigned i = 0; i < BITS; i += 3) add(&a, i);
  for (unsigned i = 0; i < BITS; i += 7) add(&b, i);
  set c = both(a, b);
  printf("%d %d %d\n", count(a), count(b), count(c));
  for (int i = next(&c, 0); i >= 0; i = next(&c, i + 1)) printf("%d ", i);
  printf("\n");
  for (unsigned x = 0; x < 60; x++) for (unsigned k = 0; k < 3; k++) add(&bloom, h(x * 31, k));
  int fp = 0, fn = 0;
  for (unsigned x = 0; x < 1000; x++) { int in = 1; for (unsigned k = 0; k < 3; k++) in &= has(&bloom, h(x * 31, k)); if (x < 60) fn += !in; else fp += in; }
  printf("%d %d %d\n", count(bloom), fn, fp < 300);
  unsigned dense[50], sparse[200] = {0}, n = 0;
  for (unsigned i = 0; i < 120; i++) { unsigned v = i * 37 % 50 * 4; if (!(sparse[v] < n && dense[sparse[v]] == v)) { sparse[v] = n; dense[n++] = v; } }
  printf("%u %u %u\n", n, dense[0], dense[n - 1]);
  return 0;
}
