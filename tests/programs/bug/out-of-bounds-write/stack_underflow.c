#include <stdio.h>
static void put(int *p, int i, int v) {
  p[i] = v; //~ BUG out-of-bounds-write
}
int main(int argc, char **argv) {
  int v[4] = {0};
  put(v, 3, 1);
  put(v, -argc, 2);
  printf("%d\n", v[3]);
  return 0;
}
