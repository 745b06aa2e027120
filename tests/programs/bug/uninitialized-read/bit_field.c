#include <stdio.h>
struct f { unsigned a : 3, b : 3, c : 10; };
int main(void) {
  struct f f;
  f.a = 5;
  f.c = 100;
  if (f.a == 5) puts("a is five");
  if (f.b == 2) //~ BUG uninitialized-read
    puts("b is two");
  return 0;
}
