#include <stdio.h>
#include <string.h>
int main(void) {
  int m[3][4];
  memset(m, 0, sizeof m);
  for (int i = 0; i < 12; i++) m[i / 4][i % 4] = i;
  memset(m[1], 1, sizeof m[1]);
  printf("%d %d %d\n", m[0][3], m[1][3], m[2][0]);
  return 0;
}
