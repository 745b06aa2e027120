// Variable arguments of integer types: more than fit in registers.
#include <stdarg.h>
#include <stdio.h>
static long sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  long s = 0;
  for (int i = 0; i < n; i++) s = s * 3 + va_arg(ap, int);
  va_end(ap);
  return s;
}
static unsigned long mixed(const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
  unsigned long h = 5381;
  for (; *kinds; kinds++) {
    switch (*kinds) {
    case 'c': h = h * 33 + (unsigned char)va_arg(ap, int); break;
    case 'i': h = h * 33 + (unsigned long)va_arg(ap, int); break;
    case 'u': h = h * 33 + va_arg(ap, unsigned); break;
    case 'l': h = h * 33 + (unsigned long)va_arg(ap, long); break;
    case 's': for (const char *p = va_arg(ap, const char *); *p; p++) h = h * 33 + (unsigned char)*p; break;
    }
  }
  va_end(ap);
  return h;
}
int main(void) {
  printf("%ld\n", sum(0));
  printf("%ld\n", sum(3, 1, 2, 3));
  printf("%ld\n", sum(12, 1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12));
  printf("%lu\n", mixed("ciuls", 'q', -7, 4000000000u, -5L, "text"));
  printf("%lu\n", mixed("llllllllss", 1L, 2L, 3L, 4L, 5L, 6L, 7L, 1L << 62, "overflow", "area"));
  printf("%lu\n", mixed("cccc", 'a', (short)-1, (signed char)-2, (_Bool)1));
  return 0;
}
