#include <stdio.h>
static short table[16];
int main(int argc, char **argv) {
  for (int i = 0; i < 16 + argc; i++)
    table[i] = (short)(i * i); //~ BUG out-of-bounds-write
  printf("%d\n", table[4]);
  return 0;
}
