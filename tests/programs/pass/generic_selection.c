// _Generic dispatch over types, qualified and pointer.
#include <stdio.h>
#define NAME(x) _Generic((x), char: "char", signed char: "schar", unsigned char: "uchar", short: "short", int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", float: "float", double: "double", long double: "ldouble", char *: "char*", const char *: "const char*", int *: "int*", default: "other")
static int abs_i(int x) { return x < 0 ? -x : x; }
static long abs_l(long x) { return x < 0 ? -x : x; }
static double abs_d(double x) { return x < 0 ? -x : x; }
#define ABS(x) _Generic((x), int: abs_i, long: abs_l, double: abs_d)(x)
int main(void) {
  char c = 1; short s = 2; unsigned char u = 3; float f = 1; int i = 4; const char *p = "x"; char q[2] = "y";
  printf("%s %s %s %s %s\n", NAME(c), NAME(s), NAME(u), NAME(f), NAME(i));
  printf("%s %s %s %s\n", NAME(p), NAME(q), NAME(&i), NAME(&f));
  printf("%s %s %s %s %s\n", NAME(c + s), NAME(u + 1u), NAME(i * 1L), NAME(f * 2.0), NAME(f * 2));
  printf("%s %s %s\n", NAME('a'), NAME(1.0L), NAME(sizeof i));
  printf("%d %ld %g\n", ABS(-3), ABS(-4L), ABS(-2.5));
  return 0;
}
