// gcd, extended Euclid, modular inverse, powers, Miller-Rabin, totient, factoring.
#include <stdint.h>
#include <stdio.h>
static uint64_t gcd(uint64_t a, uint64_t b) { while (b) { uint64_t t = a % b; a = b; b = t; } return a; }
static int64_t egcd(int64_t a, int64_t b, int64_t *x, int64_t *y) { if (!b) { *x = 1; *y = 0; return a; } int64_t u, v, g = egcd(b, a % b, &u, &v); *x = v; *y = u - a / b * v; return g; }
static uint32_t power(uint32_t b, uint32_t e, uint32_t m) { uint64_t r = 1, x = b; for (; e; e >>= 1, x = x * x % m) if (e & 1) r = r * x % m; return (uint32_t)r; }
static int prime(uint32_t n) {
  if (n < 2) return 0;
  uint32_t d = n - 1, s = 0;
  while (!(d & 1)) { d >>= 1; s++; }
  static const uint32_t w[] = {2, 3, 5, 7};
  for (int i = 0; i < 4; i++) {
    if (n % w[i] == 0) return n == w[i];
    uint64_t x = power(w[i], d, n);
    if (x == 1 || x == n - 1) continue;
    uint32_t r = 1;
    for (; r < s; r++) { x = x * x % n; if (x == n - 1) break; }
    if (r == s) return 0;
  }
  return 1;
}
static uint32_t phi(uint32_t n) { uint32_t r = n; for (uint32_t p = 2; p * p <= n; p++) if (n % p == 0) { while (n % p == 0) n /= p; r -= r / p; } return n > 1 ? r - r / n : r; }
int main(void) {
  int64_t x, y;
  printf("%lu %ld", (unsigned long)gcd(1071, 462), (long)egcd(240, 46, &x, &y));
  printf(" %ld %ld\n", (long)x, (long)y);
  int c = 0;
  for (uint32_t i = 0; i < 3000; i++) c += prime(i);
  printf("%d %d %d\n", c, prime(1000000007), prime(3215031751u));
  for (uint32_t n = 1; n < 100; n += 13) printf("%u ", phi(n));
  printf("\n%u\n", power(3, 1000000006, 1000000007));
  for (uint64_t n = 600851475143; n > 1;) for (uint64_t p = 2;; p++) if (n % p == 0) { printf("%lu ", (unsigned long)p); n /= p; break; }
  printf("\n");
  int perfect = 0;
  for (int n = 2; n < 1000; n++) { int s = 1; for (int d = 2; d * d <= n; d++) if (n % d == 0) s += d + (d * d != n ? n / d : 0); perfect += s == n ? n : 0; }
  printf("%d\n", perfect);
  return 0;
}
