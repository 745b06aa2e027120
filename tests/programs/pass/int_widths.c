// Every standard width: limits, truncation and extension.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#define SHOW(T, F) printf(#T " %zu %" F " %" F "\n", sizeof(T), (T)-1, (T)((T)1 << (sizeof(T) * 8 - 2)))
int main(void) {
  SHOW(uint8_t, PRIu8);
  SHOW(uint16_t, PRIu16);
  SHOW(uint32_t, PRIu32);
  SHOW(uint64_t, PRIu64);
  SHOW(int8_t, PRId8);
  SHOW(int16_t, PRId16);
  SHOW(int32_t, PRId32);
  SHOW(int64_t, PRId64);
  printf("%d %d %u %ld %ld %lu\n", INT_MIN, INT_MAX, UINT_MAX, LONG_MIN, LONG_MAX, ULONG_MAX);
  printf("%d %d %d %d\n", CHAR_BIT, CHAR_MIN, SCHAR_MAX, UCHAR_MAX);
  int64_t wide = -2;
  for (int i = 0; i < 5; i++) {
    wide = wide * 1000003 + i;
    printf("%" PRId64 " %" PRId32 " %" PRId16 " %" PRId8 "\n", wide, (int32_t)wide, (int16_t)wide, (int8_t)wide);
    wide %= 1000000007;
  }
  intmax_t m = INTMAX_MIN;
  uintmax_t n = UINTMAX_MAX;
  printf("%jd %ju %zd %td\n", m, n, (ssize_t)-3, (ptrdiff_t)-4);
  return 0;
}
