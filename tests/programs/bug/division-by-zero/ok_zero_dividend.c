#include <stdio.h>
int main(void) {
  volatile int z = 0;
  printf("%d %d %u %ld\n", z / 5, z % -3, (unsigned)z / 7u, (long)z / 9L);
  return 0;
}
