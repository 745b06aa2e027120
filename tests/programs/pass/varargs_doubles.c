// Variable arguments of floating types, mixed with integers and pointers.
#include <stdarg.h>
#include <stdio.h>
static double total(const char *f, ...) {
  va_list ap;
  double s = 0;
  va_start(ap, f);
  for (; *f; f++) {
    if (*f == 'd') s += va_arg(ap, double);
    else if (*f == 'i') s += va_arg(ap, int) * 100;
    else if (*f == 'p') s += *va_arg(ap, double *);
    else if (*f == 'L') s += (double)va_arg(ap, long double);
    else if (*f == 'l') s += (double)va_arg(ap, long long);
  }
  va_end(ap);
  return s;
}
static double first_fixed(double a, float c, int b, ...) {
  va_list ap;
  va_start(ap, b);
  double r = a * b + c + va_arg(ap, double) + va_arg(ap, int);
  va_end(ap);
  return r;
}
int main(void) {
  double x = 0.125;
  float f = 2.5f;
  printf("%.6f\n", total(""));
  printf("%.6f\n", total("dd", 1.5, f));
  printf("%.6f\n", total("didpdl", 1.5, 2, 3.25, &x, -8.0, 7LL));
  printf("%.6f\n", total("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.));
  printf("%.6f\n", total("LdL", 1.25L, 2.5, 100.0L));
  printf("%.6f\n", first_fixed(1.5, 0.25f, 4, 10.0, 3));
  return 0;
}
