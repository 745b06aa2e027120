#include <stdio.h>
#include <string.h>
static char *lookup(int k) { static char buf[16] = "found"; return k == 1 ? buf : NULL; }
int main(void) {
  char d[16];
  memcpy(d, lookup(1), 6);
  puts(d);
  memcpy(d, lookup(2), 6); //~ BUG null-dereference
  puts(d);
  return 0;
}
