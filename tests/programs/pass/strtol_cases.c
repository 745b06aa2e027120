// strtol and friends: bases, prefixes, end pointers, overflow.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
static void try(const char *s, int base) {
  char *end;
  errno = 0;
  long v = strtol(s, &end, base);
  printf("'%s' %d -> %ld rest='%s' erange=%d\n", s, base, v, end, errno == ERANGE);
}
int main(void) {
  try("42", 10); try("  -17abc", 10); try("+0x1F", 16); try("0x1f", 0); try("0755", 0); try("0b1", 0);
  try("zz", 36); try("12", 2); try("", 10); try("   ", 10); try("-", 10); try("0x", 16); try("99999999999999999999", 10);
  try("-99999999999999999999", 10); try("9223372036854775807", 10); try("-9223372036854775808", 10);
  char *end;
  printf("%lu\n", strtoul("4294967296", &end, 10));
  printf("%lu\n", strtoul("-1", &end, 10));
  printf("%llu\n", strtoull("ffffFFFFffffFFFF", &end, 16));
  printf("%lld\n", strtoll("-123456789012345", NULL, 10));
  printf("%d %ld %d\n", atoi("  12x"), atol("-345"), atoi("none"));
  return 0;
}
