#include <stdio.h>
static int bump(int x) {
  __asm__("addl $1, %0" : "+r"(x)); //~ UNSUPPORTED
  return x;
}
int main(int argc, char **argv) {
  printf("%d\n", bump(argc));
  return 0;
}
