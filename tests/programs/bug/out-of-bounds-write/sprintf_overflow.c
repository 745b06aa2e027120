#include <stdio.h>
int main(int argc, char **argv) {
  char b[6];
  sprintf(b, "%d", 1000000 * argc); //~ BUG out-of-bounds-write
  puts(b);
  return 0;
}
