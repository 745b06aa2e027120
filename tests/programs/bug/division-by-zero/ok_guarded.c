#include <stdio.h>
int main(void) {
  int s = 0;
  for (int d = -3; d <= 3; d++) s += d ? 60 / d : 1000;
  for (int d = -3; d <= 3; d++) if (d != 0 && 12 % d == 0) s++;
  printf("guarded sum %d\n", s);
  return 0;
}
