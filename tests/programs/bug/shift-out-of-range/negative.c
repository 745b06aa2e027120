#include <stdio.h>
int main(int argc, char **argv) {
  int n = 2;
  unsigned x = 1;
  for (int i = 0; i < 5; i++)
    x += 16u >> (n - i); //~ BUG shift-out-of-range
  printf("%u\n", x);
  return 0;
}
