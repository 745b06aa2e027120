#include <stdio.h>
int main(int argc, char **argv) {
  int v[4] = {1, 2, 3, 4}, n = 4, i = 0;
  while (i < n && v[i] != 7) i++;
  int last = i < n ? v[i] : -1;
  printf("%d %d\n", i, last);
  return 0;
}
