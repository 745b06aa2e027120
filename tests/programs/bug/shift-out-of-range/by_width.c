#include <stdio.h>
static unsigned mask(int bits) {
  return (1u << bits) - 1; //~ BUG shift-out-of-range
}
int main(void) {
  printf("%u\n", mask(31));
  printf("%u\n", mask(32));
  return 0;
}
