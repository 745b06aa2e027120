// Structs through `...`: in registers, mixed classes and in memory.
#include <stdarg.h>
#include <stdio.h>
struct pt { int x, y; };
struct mixed { double d; long l; };
struct vec { double x, y; };
struct big { int v[8]; };
static double eat(int n, ...) {
  va_list ap;
  double r = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) {
    struct pt p = va_arg(ap, struct pt);
    struct mixed m = va_arg(ap, struct mixed);
    struct big b = va_arg(ap, struct big);
    struct vec v = va_arg(ap, struct vec);
    r = r * 2 + p.x * 100 + p.y + m.d + (double)m.l + b.v[0] + b.v[7] + v.x * v.y;
    printf("%d %d %g %ld %d %d %g %g\n", p.x, p.y, m.d, m.l, b.v[0], b.v[7], v.x, v.y);
  }
  va_end(ap);
  return r;
}
int main(void) {
  struct pt p = {1, 2};
  struct mixed m = {0.5, 7};
  struct big b = {{1, 2, 3, 4, 5, 6, 7, 8}};
  struct vec v = {1.5, 2};
  printf("%g\n", eat(1, p, m, b, v));
  printf("%g\n", eat(3, p, m, b, v, (struct pt){3, 4}, m, b, v, p, (struct mixed){-1, -1}, b, (struct vec){9, 8}));
  return 0;
}
