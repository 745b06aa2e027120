// The allocator may hand out the same address again; that is another object.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 50; i++) { char *p = malloc(24); p[0] = (char)i; free(p); }
  printf("fifty rounds\n");
  return 0;
}
