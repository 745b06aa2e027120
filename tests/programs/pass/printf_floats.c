// printf: floating conversions, rounding, special values.
#include <math.h>
#include <stdio.h>
int main(void) {
  double v[] = {0.0, -0.0, 1.0, -1.5, 0.1, 123456.789, 1e10, 1e-10, 9.995, 2.5, 3.5, 1e100, 5e-324, 0.000123456, 100000, 1000000, 1234567};
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++) printf("%f %e %g %.3f %.0f %G\n", v[i], v[i], v[i], v[i], v[i], v[i]);
  printf("%10.2f|%-10.2f|%+.2f|% .2f|%010.2f|%#.0f|%#g\n", 3.14159, 3.14159, 3.14159, 3.14159, -3.14159, 3.0, 3.0);
  printf("%f %F %e %g %5.1f|%-6f|\n", INFINITY, -INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY);
  printf("%f %g\n", fabs(NAN), fabs(NAN));
  printf("%a %a %a %.3a %A\n", 1.0, 0.1, -5.5, 3.14159, 255.0);
  printf("%.20f\n%.30g\n%.17g\n", 0.1, 0.1, 0.1);
  printf("%.15e %.1e %.0e %#.0e\n", 1.0 / 3, 9.96, 9.5, 1.0);
  printf("%Lf %Lg %Le\n", 1.5L, 0.1L, 1e20L);
  printf("%g %g %g %g\n", 0.0001, 0.00001, 99999.95, 999999.5);
  printf("%.3g %.10g %#.4g\n", 1234.5678, 1234.5678, 1.0);
  return 0;
}
