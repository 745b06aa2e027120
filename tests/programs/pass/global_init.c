// Globals: zero, partly and fully initialised, self reference, addresses of others.
#include <stdio.h>
struct self { struct self *me; int v; };
static struct self s = {&s, 3};
static int zero[100], part[10] = {1, 2};
static struct { int a; char b[5]; double c; } mixed = {7, "abc"};
extern int later;
static int *early = &later;
int later = 55;
static struct self ring[3] = {{&ring[1], 1}, {&ring[2], 2}, {&ring[0], 3}};
static double pi = 3.0 + 0.14159;
static unsigned mask = ~0u >> 4 << 2;
static _Bool flag = 5 > 3;
static void (*hook)(void);
int main(void) {
  printf("%d %d\n", s.me->me->v, s.me == &s);
  int n = 0;
  for (int i = 0; i < 100; i++) n |= zero[i];
  for (int i = 0; i < 10; i++) n += part[i];
  printf("%d %d %s %d %g\n", n, mixed.a, mixed.b, mixed.b[4], mixed.c);
  *early += 1;
  printf("%d\n", later);
  struct self *p = ring;
  for (int i = 0; i < 7; i++) { n = n * 3 + p->v; p = p->me; }
  printf("%d %g %x %d %d\n", n, pi, mask, flag, hook == 0);
  return 0;
}
