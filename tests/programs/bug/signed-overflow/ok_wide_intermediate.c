//@ run: --check overflow
//@ opt: O0
#include <limits.h>
#include <stdio.h>
int main(void) {
  volatile int a = INT_MAX, b = INT_MAX;
  long p = (long)a * b;
  int mid = a / 2 + b / 2 + (a % 2 + b % 2) / 2;
  printf("%ld %d\n", p, mid);
  return 0;
}
