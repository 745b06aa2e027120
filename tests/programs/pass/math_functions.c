// math.h from the host: values printed to twelve digits, special arguments.
#include <math.h>
#include <stdio.h>
int main(void) {
  volatile double v[] = {0.0, 0.5, 1.0, 2.0, -0.75, 10.0};
  for (int i = 0; i < 6; i++) {
    double x = v[i];
    printf("%.12g %.12g %.12g %.12g %.12g\n", sin(x), cos(x), tan(x), atan(x), exp(x));
    if (x > 0) printf("%.12g %.12g %.12g %.12g\n", log(x), log10(x), log2(x), pow(x, 1.5));
    printf("%.12g %.12g %.12g\n", sinh(x), cbrt(x), hypot(x, 3));
    printf("%g %g %g %g %g\n", floor(x), ceil(x), rint(x), nearbyint(x), trunc(x));
  }
  printf("%.12g %.12g %.12g\n", asin(v[1]), acos(v[1]), atan2(-1.0, v[4]));
  int e;
  double m = frexp(v[5], &e), ip, fp = modf(-3.75, &ip);
  printf("%g %d %g %g %g\n", m, e, ip, fp, ldexp(0.75, 5));
  printf("%ld %ld %g %g\n", lround(2.5), lrint(2.5), fdim(5, 3), fma(2, 3, 4));
  printf("%g %g %.12g\n", (double)sqrtf(2.25f), (double)fabsf(-1.5f), (double)powf(2.0f, 0.5f));
  printf("%d %d %d\n", isnan(sqrt(-1.0)), isinf(log(0.0)) != 0, isfinite(1.0) != 0);
  printf("%g %g %d\n", remainder(7, 3), nextafter(1.0, 2.0) - 1.0, ilogb(1000.0));
  return 0;
}
