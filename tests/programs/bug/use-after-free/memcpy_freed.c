#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *s = strdup("some text"), d[16];
  free(s);
  memcpy(d, s, 10); //~ BUG use-after-free
  puts(d);
  return 0;
}
