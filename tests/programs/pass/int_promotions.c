// Usual arithmetic conversions between narrow, signed and unsigned types.
#include <stdio.h>
int main(void) {
  unsigned char a = 200, b = 100;
  signed char s = -5;
  unsigned short us = 65535;
  short ss = -1;
  unsigned u = 5;
  printf("%d %d %d\n", a + b, (unsigned char)(a + b), a * b);
  printf("%d %d\n", s < u ? 1 : 0, (unsigned)s > u ? 1 : 0);
  printf("%d %d\n", us == (unsigned short)ss, us == ss);
  printf("%lld %lld\n", (long long)us * us, (long long)((unsigned)us * us));
  printf("%u %d\n", u - 6u, (int)(u - 6u));
  printf("%ld %lu\n", (long)s, (unsigned long)s);
  printf("%d %d %d\n", ~a, (unsigned char)~a, -a);
  printf("%d %d\n", s >> 1, a >> 3);
  printf("%d\n", (signed char)(unsigned char)250);
  long long big = 0x123456789abcdefLL;
  printf("%x %hx %hhx\n", (unsigned)big, (unsigned short)big, (unsigned char)big);
  printf("%d\n", sizeof(a + b) == sizeof(int));
  char c = 'x';
  c += 1.75;
  printf("%c\n", c);
  a += 100;
  printf("%d\n", a);
  return 0;
}
