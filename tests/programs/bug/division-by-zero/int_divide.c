//@ opt: O0 O1
#include <stdio.h>
__attribute__((noinline)) static int average(int sum, int n) {
  return sum / n; //~ BUG division-by-zero
}
int main(int argc, char **argv) {
  printf("%d\n", average(10, 3));
  printf("%d\n", average(10, argc - 1));
  return 0;
}
