// _Complex: arithmetic, conjugates, passing by value, comparison.
#include <complex.h>
#include <stdio.h>
static double complex poly(double complex z) { return z * z - 3.0 * z + (2.0 + 1.0 * I); }
static float complex half(float complex z) { return z / 2.0f; }
int main(void) {
  double complex a = 3.0 + 4.0 * I, b = 1.0 - 2.0 * I;
  double complex s = a + b, p = a * b, d = a - b;
  printf("%g%+gi %g%+gi %g%+gi\n", creal(s), cimag(s), creal(p), cimag(p), creal(d), cimag(d));
  double complex q = poly(a);
  printf("%g%+gi\n", creal(q), cimag(q));
  float complex h = half(5.0f + 7.0f * I);
  printf("%g %g\n", (double)crealf(h), (double)cimagf(h));
  printf("%d %d\n", a == b, a == 3.0 + 4.0 * I);
  double complex c = conj(a);
  printf("%g %g\n", creal(c), cimag(c));
  double complex z = 0;
  int n = 0;
  while (n < 50 && creal(z) * creal(z) + cimag(z) * cimag(z) < 4) { z = z * z + (-0.7 + 0.3 * I); n++; }
  printf("%d\n", n);
  double *parts = (double *)&a;
  printf("%g %g\n", parts[0], parts[1]);
  __real__ a = -1;
  __imag__ a += 1;
  printf("%g %g\n", creal(a), cimag(a));
  return 0;
}
