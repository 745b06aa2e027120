// Conversions between integers and floats of all widths.
#include <stdint.h>
#include <stdio.h>
int main(void) {
  volatile double d[] = {0.0, 0.9999, -0.9999, 1.5, -1.5, 2147483647.5, -2147483648.9, 1e15, -1e15};
  for (unsigned i = 0; i < 9; i++) printf("%d %ld %ld\n", i < 7 ? (int)d[i] : 0, (long)d[i], (long)(float)d[i]);
  volatile float f = 16777217.0f;
  volatile int big = 16777217;
  printf("%.1f %.1f %d\n", (double)f, (double)(float)big, (int)(float)big);
  volatile uint64_t u = 0xffffffffffffffffu, v = 0x8000000000000400u;
  printf("%.1f %.1f %.1f\n", (double)u, (double)v, (double)(float)v);
  volatile int64_t s = INT64_MIN, t = -9007199254740993;
  printf("%.1f %.1f\n", (double)s, (double)t);
  volatile double h = 18446744073709549568.0;
  printf("%lu %u %d\n", (uint64_t)h, (unsigned)(volatile double){4294967295.0}, (unsigned char)(volatile double){255.9});
  volatile double third = 1.0 / 3;
  printf("%a %a\n", third, (double)(float)third);
  volatile float tiny = 1e-40f;
  printf("%a %a\n", (double)tiny, (double)(tiny * 2));
  printf("%d %d\n", (_Bool)(volatile double){0.1}, (_Bool)(volatile float){0.0f});
  printf("%d %d\n", (signed char)(volatile float){-128.5f}, (short)(volatile double){-32768.0});
  for (int i = -3; i < 4; i++) printf("%g ", i / 2.0);
  printf("\n");
  return 0;
}
