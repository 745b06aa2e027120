// Big numbers in base one billion: factorials, Fibonacci, digit sums.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
enum { LEN = 40, BASE = 1000000000 };
typedef struct { uint32_t d[LEN]; int n; } big;
static big from(uint32_t x) { big b = {{0}, 1}; b.d[0] = x; return b; }
static void mul_small(big *b, uint32_t m) {
  uint64_t c = 0;
  for (int i = 0; i < b->n; i++) { c += (uint64_t)b->d[i] * m; b->d[i] = (uint32_t)(c % BASE); c /= BASE; }
  while (c) { b->d[b->n++] = (uint32_t)(c % BASE); c /= BASE; }
}
static big add(const big *a, const big *b) {
  big r = {{0}, 0};
  uint32_t c = 0;
  for (int i = 0; i < a->n || i < b->n || c; i++) { uint32_t s = a->d[i] + b->d[i] + c; r.d[i] = s % BASE; c = s / BASE; r.n = i + 1; }
  return r;
}
static int print(const big *b) {
  int sum = 0;
  char buf[LEN * 9 + 1], *p = buf;
  p += sprintf(p, "%u", b->d[b->n - 1]);
  for (int i = b->n - 2; i >= 0; i--) p += sprintf(p, "%09u", b->d[i]);
  for (p = buf; *p; p++) sum += *p - '0';
  printf("%s %zu %d\n", buf, strlen(buf), sum);
  return sum;
}
int main(void) {
  big f = from(1);
  for (uint32_t i = 2; i <= 100; i++) mul_small(&f, i);
  print(&f);
  big a = from(0), b = from(1);
  for (int i = 0; i < 300; i++) { big c = add(&a, &b); a = b; b = c; }
  print(&a);
  big p = from(1);
  for (int i = 0; i < 256; i++) mul_small(&p, 2);
  print(&p);
  return 0;
}
