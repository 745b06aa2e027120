// __int128: multiplication, division, shifts, comparison, printing.
#include <stdint.h>
#include <stdio.h>
typedef unsigned __int128 u128;
typedef __int128 i128;
static void print(u128 v) {
  char buf[41], *p = buf + 40;
  *p = 0;
  do *--p = (char)('0' + (int)(v % 10)); while (v /= 10);
  puts(p);
}
static uint64_t mulmod(uint64_t a, uint64_t b, uint64_t m) { return (uint64_t)((u128)a * b % m); }
static uint64_t powmod(uint64_t b, uint64_t e, uint64_t m) { uint64_t r = 1; for (; e; e >>= 1, b = mulmod(b, b, m)) if (e & 1) r = mulmod(r, b, m); return r; }
static i128 neg(i128 x) { return -x; }
struct wide { i128 v; int tag; };
static struct wide grow(struct wide w) { w.v *= w.tag; return w; }
int main(void) {
  u128 f = 1;
  for (unsigned i = 1; i <= 34; i++) f *= i;
  print(f);
  print(f / 1000000007u);
  print(f % 0xffffffffffffULL);
  print(f >> 40);
  print(f << 3);
  print(~(u128)0);
  printf("%016lx %016lx\n", (unsigned long)(f >> 64), (unsigned long)f);
  i128 n = neg((i128)1 << 100);
  printf("%d %d %ld\n", n < 0, n < (i128)-5, (long)(n >> 90));
  printf("%ld %ld\n", (long)((i128)-100 / 7), (long)((i128)-100 % 7));
  printf("%lu\n", (unsigned long)powmod(3, 1000000, 18446744073709551557u));
  struct wide w = grow((struct wide){(i128)1 << 70, 12});
  print((u128)w.v);
  printf("%.1f %d\n", (double)w.v, (int)(i128)-3.7);
  return 0;
}
