#include <stdio.h>
int main(void) {
  int s = 0;
  for (unsigned char d = 250; d != 0; d++) s += 10000 / d;
  printf("until it wrapped: %d\n", s);
  return 0;
}
