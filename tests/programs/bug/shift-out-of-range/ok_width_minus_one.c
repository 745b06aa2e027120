#include <stdio.h>
int main(void) {
  volatile int n = 31, m = 63;
  printf("%u %lu %d %u\n", 1u << n, 1ul << m, -1 >> n, 1u << 0);
  return 0;
}
