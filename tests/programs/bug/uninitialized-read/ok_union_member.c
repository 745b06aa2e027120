#include <stdio.h>
union u { unsigned char b[8]; unsigned short h; };
int main(void) {
  union u x;
  x.h = 0x1234;
  union u y = x;
  if (y.b[0] == 0x34 && y.b[1] == 0x12) printf("two bytes of eight\n");
  return 0;
}
