// strtod and atof: decimal, exponent, hexadecimal, infinities, rest of the text.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  static const char *const in[] = {"0", "1.5", "-2.25e3", ".5", "5.", "1e-5", "1e400", "-1e400", "1e-400", "0x1.8p3", "inf", "-Infinity", "nan", "abc", "", "  12.75kg", "1e", "1e+", "3.14159265358979323846", "123456789012345678901234567890", "2.2250738585072014e-308", "4.9e-324", "0.1", "9007199254740993", "1.7976931348623157e308"};
  for (unsigned i = 0; i < sizeof in / sizeof *in; i++) {
    char *end;
    double d = strtod(in[i], &end);
    if (isnan(d)) printf("nan rest='%s'\n", end);
    else printf("%.17g %a rest='%s'\n", d, d, end);
  }
  printf("%.9g %g\n", (double)strtof("0.1", NULL), atof("6.02e23xyz"));
  return 0;
}
