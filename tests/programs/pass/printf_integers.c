// printf: every integer conversion with flags, widths and precisions.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-8.3d|\n", 42, 42, 42, 42, 42, 42, 42, 42, 42);
  printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d|\n", -42, -42, -42, -42, -42, -42, -42);
  printf("%u %o %x %X %#o %#x %#X\n", 255u, 255u, 255u, 255u, 255u, 255u, 255u);
  printf("%hhd %hd %ld %lld %jd %zu %td\n", (signed char)-1, (short)-2, -3L, -4LL, (intmax_t)-5, (size_t)6, (char *)0 - (char *)0);
  printf("%hhu %hu %lu %llu\n", (unsigned char)255, (unsigned short)65535, ~0UL, ~0ULL);
  printf("%*d|%-*d|%.*d|%*d\n", 6, 7, 6, 7, 4, 7, -6, 7);
  printf("%c%c%c|%5c|%-5c|\n", 'a', 'b', 'c', 'd', 'e');
  printf("%s|%10s|%-10s|%.2s|%10.3s|%-10.3s|\n", "hello", "hello", "hello", "hello", "hello", "hello");
  printf("%%|%d%%\n", 50);
  printf("%#x %#o %x\n", 0u, 0u, 0u);
  printf("%.0d|%.0d|%5.0d|\n", 0, 1, 0);
  printf("%+5d|%+-5d|%+05d|% 05d|\n", 3, 3, 3, 3);
  int n = -1;
  printf("count%n", &n);
  printf(" %d\n", n);
  printf("%2$s %1$s\n", "world", "hello");
  printf("%s\n", (char[]){'o', 'k', 0});
  return 0;
}
