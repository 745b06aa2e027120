// Memory at an address that the program chose, as of a device.
// 2 = the value written there is read back and tested.
//@ verdict: explored
//@ paths: 2
//@ count: no
//@ native: no
#include <assert.h>
#include <stddef.h>
void klee_define_fixed_object(void *, size_t);
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  volatile unsigned *device = (volatile unsigned *)0x40000000;
  unsigned x;
  klee_define_fixed_object((void *)0x40000000, 16);
  klee_make_symbolic(&x, sizeof x, "x");
  device[1] = x;
  assert(device[1] == x);
  if (device[1] == 0xC0FFEE)
    return 1;
  return 0;
}
