#include <stdio.h>
int main(void) {
  int outer = 1, *p = &outer;
  for (int i = 0; i < 3; i++) { int inner = i; p = i < 2 ? &inner : &outer; *p += 10; }
  printf("outer is %d\n", *p);
  return 0;
}
