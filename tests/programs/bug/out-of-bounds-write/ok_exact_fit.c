#include <stdio.h>
#include <string.h>
int main(void) {
  char b[6];
  strcpy(b, "12345");
  printf("%s ", b);
  snprintf(b, sizeof b, "%d", 123456789);
  printf("%s ", b);
  strncpy(b, "abcdefgh", sizeof b - 1);
  printf("%s\n", b);
  return 0;
}
