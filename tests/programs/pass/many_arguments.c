// More arguments than registers, of mixed types and sizes.
#include <stdio.h>
struct s { char c[3]; };
struct l { long v[5]; };
static double many(int a, double b, char c, float d, long e, struct s f, short g, double h, unsigned i, struct l j, long double k, _Bool l, float m, char *n, double o, int p, double q, float r, double s, long t) {
  printf("%d %g %c %g %ld %c%c%c %d %g %u %ld %Lg %d %g %s %g %d %g %g %g %ld\n", a, b, c, (double)d, e, f.c[0], f.c[1], f.c[2], g, h, i, j.v[4], k, l, (double)m, n, o, p, q, (double)r, s, t);
  return a + b + c + d + (double)e + g + h + i + (double)j.v[0] + (double)k + l + m + o + p + q + r + s + (double)t;
}
static int ints(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) { return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j; }
int main(void) {
  double r = many(1, 2.5, 'c', 3.5f, 4L, (struct s){{'x', 'y', 'z'}}, 5, 6.5, 7u, (struct l){{8, 9, 10, 11, 12}}, 13.25L, 1, 14.5f, "text", 15.5, 16, 17.5, 18.5f, 19.5, 20L);
  printf("%g\n", r);
  printf("%d\n", ints(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  int (*f)(int, int, int, int, int, int, int, int, int, int) = ints;
  printf("%d\n", f(10, 9, 8, 7, 6, 5, 4, 3, 2, 1));
  return 0;
}
