#include <pathweave.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  volatile int spin = pathweave_int("spin");
  while (spin) {
    if (spin == 2)
      memset(malloc(1 << 20), 1, 1 << 20);
  }
  return 0;
}
