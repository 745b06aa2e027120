//@ run: --check overflow
//@ opt: O0
#include <limits.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int x = INT_MAX - 2;
  for (int i = 0; i < 3; i++)
    x = x + argc; //~ BUG signed-overflow
  printf("%d\n", x);
  return 0;
}
