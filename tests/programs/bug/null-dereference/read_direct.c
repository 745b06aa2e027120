//@ opt: O0 O1
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static int get(const int *p) {
  return *p; //~ BUG null-dereference
}
int main(int argc, char **argv) {
  int x = 3;
  printf("%d\n", get(&x));
  printf("%d\n", get(argc > 10 ? &x : NULL));
  return 0;
}
