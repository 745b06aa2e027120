// Short and char arithmetic happens in int; the conversion back is defined by clang.
//@ run: --check overflow
//@ opt: O0
#include <stdio.h>
int main(void) {
  short s = 32767;
  s++;
  signed char c = -128;
  c--;
  unsigned short u = 65535;
  printf("%d %d %d\n", s, c, u * 30000u > 0);
  return 0;
}
