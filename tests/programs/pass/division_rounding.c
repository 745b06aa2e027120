// Division and remainder of every sign, by constants and variables.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
int main(void) {
  volatile int a[] = {7, -7, 0, INT_MAX, INT_MIN, 1, -1}, b[] = {2, -2, 3, -3, 7, INT_MAX};
  for (unsigned i = 0; i < 7; i++) { for (unsigned j = 0; j < 6; j++) printf("%d,%d ", a[i] / b[j], a[i] % b[j]); printf("\n"); }
  volatile int x = -123456789;
  printf("%d %d %d %d %d %d\n", x / 1, x / 3, x / 7, x / 10, x / 16, x / -1000);
  printf("%d %d %d %d\n", x % 3, x % 7, x % 16, x % -1000);
  volatile unsigned u = 3123456789u;
  printf("%u %u %u %u\n", u / 3, u / 10, u % 7, u / 65537);
  volatile int64_t l = -1234567890123456789;
  printf("%ld %ld %ld\n", (long)(l / 1000), (long)(l % 1000), (long)(l / -7));
  volatile int8_t c = -128;
  printf("%d %d %d\n", c / -1, c % 5, (int8_t)(c / -1));
  volatile uint64_t q = ~0ull;
  printf("%lu %lu\n", (unsigned long)(q / 10), (unsigned long)(q % 1000000007));
  return 0;
}
