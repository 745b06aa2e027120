#include <stdio.h>
#include <string.h>
int main(void) {
  char name[5] = {'a', 'b', 'c', 'd', 'e'};
  size_t n = strlen(name); //~ BUG out-of-bounds-read
  printf("%zu\n", n);
  return 0;
}
