// x87 long doubles: arithmetic, conversions, comparison, passing.
#include <float.h>
#include <math.h>
#include <stdio.h>
struct ld { char c; long double v; };
static long double horner(long double x, const long double *c, int n) { long double r = 0; while (n--) r = r * x + c[n]; return r; }
static struct ld bump(struct ld s) { s.v += s.c; return s; }
int main(void) {
  volatile long double a = 0.1L, b = 3.0L;
  printf("%.20Lg %.20Lg %.20Lg %.20Lg\n", a + b, a - b, a * b, a / b);
  printf("%La %d %d\n", a, LDBL_MANT_DIG, (int)sizeof(long double));
  printf("%d %d %d\n", a < b, a == (long double)0.1, a == 0.1L);
  printf("%d %ld %llu\n", (int)(b * 2.75L), (long)(-b * 1e15L), (unsigned long long)(b * 1e18L));
  printf("%g %g\n", (double)a, (double)(float)a);
  const long double c[] = {1, -2, 0.5L, 4};
  printf("%.18Lf\n", horner(1.25L, c, 4));
  struct ld s = bump((struct ld){7, 0.25L});
  printf("%.3Lf %zu\n", s.v, sizeof s);
  long double sum = 0;
  for (int i = 1; i <= 50; i++) sum += 1.0L / i;
  printf("%.18Lf\n", sum);
  long double big = 1;
  for (int i = 0; i < 1100; i++) big *= 2;
  printf("%Le %d\n", big, isinf((double)big) != 0);
  return 0;
}
