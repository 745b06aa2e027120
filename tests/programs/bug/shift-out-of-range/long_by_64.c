#include <stdio.h>
static unsigned long low(unsigned long v, unsigned n) {
  return v >> n << n; //~ BUG shift-out-of-range
}
int main(void) {
  printf("%lx\n", low(~0UL, 60));
  printf("%lx\n", low(~0UL, 64));
  return 0;
}
