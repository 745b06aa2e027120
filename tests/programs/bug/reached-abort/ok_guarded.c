#include <stdio.h>
#include <stdlib.h>
static int divide(int a, int b) { if (b == 0) abort(); return a / b; }
int main(void) {
  int s = 0;
  for (int i = 1; i < 10; i++) s += divide(100, i);
  printf("sum of quotients %d\n", s);
  return 0;
}
