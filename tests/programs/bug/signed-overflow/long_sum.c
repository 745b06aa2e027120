//@ run: --check overflow
//@ opt: O0
#include <limits.h>
#include <stdio.h>
int main(void) {
  long v[] = {LONG_MAX / 2, LONG_MAX / 2, 2}, s = 0;
  for (int i = 0; i < 3; i++)
    s += v[i]; //~ BUG signed-overflow
  printf("%ld\n", s);
  return 0;
}
