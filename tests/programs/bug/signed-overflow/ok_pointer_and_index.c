//@ run: --check overflow
//@ opt: O0
#include <stdio.h>
int main(void) {
  int v[10], s = 0;
  for (int i = 9; i >= 0; i--) v[i] = i;
  for (int *p = v + 10; p > v;) s += *--p;
  int i = 5;
  printf("%d %d\n", s, v[i - 4 + 2]);
  return 0;
}
