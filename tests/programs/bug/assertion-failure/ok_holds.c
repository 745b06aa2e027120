#include <assert.h>
#include <stdio.h>
static int clamp(int x) { int r = x < 0 ? 0 : x > 9 ? 9 : x; assert(r >= 0 && r <= 9); return r; }
int main(void) {
  int s = 0;
  for (int i = -20; i < 20; i++) s += clamp(i);
  assert(s == 135);
  printf("sum is %d\n", s);
  return 0;
}
