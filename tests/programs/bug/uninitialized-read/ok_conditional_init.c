#include <stdio.h>
static int get(int k, int *v) { if (k < 0) return 0; *v = k * 2; return 1; }
int main(void) {
  int s = 0;
  for (int k = -3; k < 4; k++) { int v; if (get(k, &v) && v < 100) s += v; }
  printf("initialised when used: %d\n", s);
  return 0;
}
