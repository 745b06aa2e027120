// Writing one field of an uninitialised word and reading that field back.
#include <stdio.h>
struct f { unsigned a : 3, b : 7, c : 12; int d : 5; };
int main(void) {
  struct f f;
  f.b = 99;
  f.d = -4;
  if (f.b == 99 && f.d < 0) printf("b %u d %d\n", f.b, f.d);
  f.a = 1;
  f.c = 4000;
  struct f g = f;
  switch (g.c) { case 4000: printf("c %u a %u\n", g.c, g.a); break; default: printf("wrong\n"); }
  return 0;
}
