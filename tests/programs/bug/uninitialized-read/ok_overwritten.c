#include <stdio.h>
int main(void) {
  int v, w;
  w = 3;
  v = w;
  int copy[4], other[4];
  for (int i = 0; i < 4; i++) other[i] = i;
  for (int i = 0; i < 4; i++) copy[i] = other[3 - i];
  if (v == 3 && copy[0] == 3) printf("overwritten first\n");
  return 0;
}
