#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *p = getenv("PATHWEAVE_SURELY_NOT_SET");
  size_t n = strlen(p); //~ BUG null-dereference
  printf("%zu\n", n);
  return 0;
}
