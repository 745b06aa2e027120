#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(10);
  free(p);
  puts("once");
  free(p); //~ BUG double-free
  return 0;
}
