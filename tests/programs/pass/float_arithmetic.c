// Float and double arithmetic printed exactly; no contraction.
//@ cflags: -ffp-contract=off
#include <float.h>
#include <math.h>
#include <stdio.h>
int main(void) {
  volatile float a = 0.1f, b = 0.2f, c = 3.0f;
  volatile double x = 0.1, y = 0.2, z = 3.0;
  printf("%a %a %a %a\n", (double)(a + b), (double)(a * c), (double)(a / c), (double)(c - b));
  printf("%a %a %a %a\n", x + y, x * z, x / z, z - y);
  printf("%d %d %d\n", a + b == 0.3f, x + y == 0.3, (float)(x + y) == 0.3f);
  printf("%a %a\n", (double)FLT_EPSILON, DBL_EPSILON);
  volatile double big = DBL_MAX, tiny = DBL_MIN;
  printf("%g %g %g\n", big * 2, -big * 2, tiny / 4);
  printf("%d %d %d\n", isinf(big * 2), isnan(big * 2 - big * 2), fpclassify(tiny / 4) == FP_SUBNORMAL);
  volatile double zero = 0.0, neg = -0.0;
  printf("%g %g %d %d\n", zero, neg, zero == neg, signbit(neg) != 0);
  volatile double nan = zero / zero;
  printf("%d %d %d %d %d %d\n", nan == nan, nan != nan, nan < 1, nan > 1, nan <= nan, !(nan >= nan));
  float s = 0;
  double d = 0;
  for (int i = 1; i <= 1000; i++) { s += 1.0f / (float)i; d += 1.0 / i; }
  printf("%a %a\n", (double)s, d);
  printf("%a %a %a\n", fmod(10.5, 3.2), sqrt(2.0), fabs(-x));
  printf("%g %g %g %g\n", floor(-1.5), ceil(-1.5), trunc(-1.5), round(-1.5));
  printf("%g %g %g\n", fmin(1, nan), fmax(nan, 2), copysign(3, neg));
  return 0;
}
