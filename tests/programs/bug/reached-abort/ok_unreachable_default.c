#include <stdio.h>
static int pick(unsigned k) {
  switch (k % 3) { case 0: return 5; case 1: return 6; case 2: return 7; default: __builtin_trap(); }
}
int main(void) {
  int s = 0;
  for (unsigned i = 0; i < 10; i++) s = s * 2 + pick(i);
  printf("picked %d\n", s);
  return 0;
}
