#include <stdio.h>
static int before[4], table[8] = {1, 2, 3}, after[4];
static int look(int i) {
  return table[i]; //~ BUG out-of-bounds-read
}
int main(int argc, char **argv) {
  printf("%d %d\n", look(0), look(7));
  printf("%d\n", look(-argc));
  return before[0] + after[0];
}
