#include <stdio.h>
int main(int argc, char **argv) {
  int n = argc + 4;
  int v[n];
  for (int i = 0; i < n; i++) v[i] = i;
  v[n] = 1; //~ BUG out-of-bounds-write
  printf("%d\n", v[0]);
  return 0;
}
