// The low byte is known; the rest is masked away before it matters.
#include <stdio.h>
int main(void) {
  unsigned v;
  *(unsigned char *)&v = 0x5a;
  if ((v & 0xff) == 0x5a) printf("low byte known\n");
  unsigned short s = (unsigned short)(v << 8);
  if ((s & 0xff00) == 0x5a00) printf("shifted byte known\n");
  return 0;
}
