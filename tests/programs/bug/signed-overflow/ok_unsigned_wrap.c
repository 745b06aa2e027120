//@ run: --check overflow
//@ opt: O0
#include <stdint.h>
#include <stdio.h>
int main(void) {
  unsigned u = 0;
  u--;
  uint64_t h = 14695981039346656037u;
  for (int i = 0; i < 20; i++) h = (h ^ (unsigned)i) * 1099511628211u;
  unsigned neg = -u;
  printf("%u %lu %u\n", u, (unsigned long)h, neg);
  return 0;
}
