#include <stdio.h>
int main(void) {
  unsigned long m = 0;
  for (int i = 28; i < 40; i++)
    m |= (unsigned long)(1u << i); //~ BUG shift-out-of-range
  printf("%lx\n", m);
  return 0;
}
