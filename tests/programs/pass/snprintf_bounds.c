// snprintf truncation, return values, building a string in parts.
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[8];
  for (size_t n = 0; n <= sizeof b; n++) {
    memset(b, '#', sizeof b);
    int r = snprintf(b, n, "%d:%s", 12, "abcdef");
    printf("%zu %d ", n, r);
    for (size_t i = 0; i < sizeof b; i++) putchar(b[i] ? b[i] : '$');
    putchar('\n');
  }
  printf("%d\n", snprintf(NULL, 0, "%s %5d %.2f", "length", 77, 1.0));
  char big[64];
  int at = 0;
  for (int i = 0; i < 9; i++) at += sprintf(big + at, "%d%s", i * i, i < 8 ? "," : ".");
  printf("%d %s\n", at, big);
  return 0;
}
