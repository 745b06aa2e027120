#include <stdio.h>
int main(void) {
  volatile double z = 0.0;
  volatile float f = 0.0f;
  printf("%g %g %d\n", 1.0 / z, -1.0 / z, 0.0f / f != 0.0f / f);
  return 0;
}
