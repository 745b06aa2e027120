#include <stdio.h>
int main(void) {
  unsigned char v[9];
  for (int i = 8; i >= 0; i--) v[i] = (unsigned char)(i * 3);
  unsigned char *p = v + 9;
  while (p != v) *--p += 1;
  printf("%d %d\n", v[0], v[8]);
  return 0;
}
