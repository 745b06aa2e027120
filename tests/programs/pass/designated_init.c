// Designated initialisers: nested, out of order, overriding, ranges.
#include <stdio.h>
struct in { int a, b[3]; };
struct out { char tag; struct in in[2]; double d; union { int i; float f; } u; };
static const int squares[] = {[0] = 0, [3] = 9, [2] = 4, [1] = 1, [6] = 36};
static int ranges[10] = {[2 ... 5] = 7, [8] = -1, 55};
static const char *const names[] = {['a'] = "alpha", ['c'] = "gamma", ['b'] = "beta"};
static struct out g = {.d = 2.5, .in[1].b[2] = 42, .in[0] = {1, {2, 3, 4}}, .u.f = 1.5f, .tag = 'q'};
int main(void) {
  printf("%zu", sizeof squares / sizeof *squares);
  for (unsigned i = 0; i < 7; i++) printf(" %d", squares[i]);
  printf("\n");
  for (int i = 0; i < 10; i++) printf("%d ", ranges[i]);
  printf("\n%s %s %s %d\n", names['a'], names['b'], names['c'], names['A'] == NULL);
  printf("%c %d %d %d %d %g %g\n", g.tag, g.in[0].a, g.in[0].b[2], g.in[1].a, g.in[1].b[2], g.d, (double)g.u.f);
  struct out l = {.in = {[1] = {.b = {[1] = 8}}}, .u = {.i = 3}};
  printf("%d %d %d %d\n", l.tag, l.in[1].b[1], l.in[1].b[0], l.u.i);
  int m[3][3] = {[1] = {[1] = 5}, [2][0] = 7, [0] = {1}};
  for (int i = 0; i < 9; i++) printf("%d", m[i / 3][i % 3]);
  char s[8] = {[3] = 'x', [0] = 'a'}, t[3] = "abc";
  printf("\n%s %c%c%c %d\n", s, t[0], t[1], t[2], s[7]);
  return 0;
}
