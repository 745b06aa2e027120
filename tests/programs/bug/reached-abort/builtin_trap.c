#include <stdio.h>
static int pick(int k) {
  switch (k) {
  case 1: return 10;
  case 2: return 20;
  default: __builtin_trap(); //~ BUG reached-abort
  }
}
int main(void) {
  for (int i = 1; i < 4; i++) printf("%d\n", pick(i));
  return 0;
}
