#include <pathweave.h>

int main(void) {
  volatile int spin = pathweave_int("spin");
  while (spin)
    spin = 1;
  return 0;
}
