// Overflow builtins in all widths, and mixed types.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
int main(void) {
  int i;
  long l;
  unsigned u;
  int8_t b;
  uint16_t h;
  uint64_t q;
  printf("%d ", __builtin_add_overflow(INT_MAX, 1, &i)); printf("%d\n", i);
  printf("%d ", __builtin_sub_overflow(INT_MIN, 1, &i)); printf("%d\n", i);
  printf("%d ", __builtin_mul_overflow(65536, 65536, &i)); printf("%d\n", i);
  printf("%d ", __builtin_mul_overflow(46340, 46340, &i)); printf("%d\n", i);
  printf("%d ", __builtin_add_overflow(LONG_MAX, -1L, &l)); printf("%ld\n", l);
  printf("%d ", __builtin_mul_overflow(LONG_MAX, 2L, &l)); printf("%ld\n", l);
  printf("%d ", __builtin_sub_overflow(3u, 5u, &u)); printf("%u\n", u);
  printf("%d ", __builtin_add_overflow(100, 100, &b)); printf("%d\n", b);
  printf("%d ", __builtin_add_overflow(-1, 65536, &h)); printf("%u\n", h);
  printf("%d ", __builtin_mul_overflow(~0ull, ~0ull, &q)); printf("%lu\n", (unsigned long)q);
  printf("%d ", __builtin_add_overflow(-1, 1u, &q)); printf("%lu\n", (unsigned long)q);
  volatile int a = 50000, c = 50000;
  printf("%d ", __builtin_smul_overflow(a, c, &i)); printf("%d\n", i);
  return 0;
}
