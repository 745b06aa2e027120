#include <stdio.h>
static int *keep;
static void remember(int *p) { keep = p; }
static void local(void) {
  int x[4] = {1, 2, 3, 4};
  remember(x);
  printf("%d\n", *keep);
}
int main(void) {
  local();
  int v = keep[2]; //~ BUG use-after-free
  printf("%d\n", v);
  return 0;
}
