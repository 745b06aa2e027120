#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char b[8] = "local", *p = b;
  p = realloc(p, 100); //~ BUG invalid-free
  printf("%s\n", p);
  return 0;
}
