#include <stdio.h>
static int parse(const char *s, int *out) { if (*s == '+') { *out = 1; return 1; } return 0; }
int main(void) {
  int v;
  parse("-", &v);
  if (v) //~ BUG uninitialized-read
    puts("yes");
  else
    puts("no");
  return 0;
}
