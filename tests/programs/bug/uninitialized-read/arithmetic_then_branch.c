#include <stdio.h>
static int mix(int a, int b) { return (a ^ b) * 3 + 1; }
int main(void) {
  int known = 4, unknown[2];
  unknown[0] = 1;
  int r = mix(known, unknown[1]);
  r += 7;
  if (r & 4) //~ BUG uninitialized-read
    puts("bit");
  return 0;
}
