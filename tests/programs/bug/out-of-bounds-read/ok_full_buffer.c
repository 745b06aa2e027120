// A buffer without a terminator, read only by length.
#include <stdio.h>
#include <string.h>
int main(void) {
  char name[5];
  memcpy(name, "hello", 5);
  printf("%.5s %.*s %d\n", name, 3, name, memcmp(name, "help!", 3));
  return 0;
}
