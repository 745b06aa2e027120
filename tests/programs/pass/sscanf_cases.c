// sscanf: widths, assignment counts, hh/h/l/ll, %n, %%, sets.
#include <stdio.h>
int main(void) {
  int a = -1, b = -1, n = -1;
  short h;
  signed char hh;
  long l;
  long long ll;
  unsigned u;
  float f;
  char s[16], t[16], c;
  printf("%d ", sscanf("12345", "%2d%3d", &a, &b));
  printf("%d %d\n", a, b);
  printf("%d ", sscanf("-5 300 70000 -9000000000 ff", "%hhd %hd %ld %lld %x", &hh, &h, &l, &ll, &u));
  printf("%d %d %ld %lld %u\n", hh, h, l, ll, u);
  printf("%d ", sscanf("key = value # x", "%15s = %15[^# ]%n", s, t, &n));
  printf("%s %s %d\n", s, t, n);
  printf("%d ", sscanf("50% 1e3", "%d%% %f", &a, &f));
  printf("%d %g\n", a, f);
  printf("%d %d %d\n", sscanf("x", "%d", &a), sscanf("", "%d", &a), sscanf("7 x", "%d %d", &a, &b));
  printf("%d ", sscanf("a b", "%c%c", &c, s));
  printf("%c%c\n", c, s[0]);
  printf("%d ", sscanf("]abc[", "%[]a]%[^[]", s, t));
  printf("%s %s\n", s, t);
  printf("%d ", sscanf("017 09 0x10", "%i %i %i", &a, &b, &n));
  printf("%d %d %d\n", a, b, n);
  return 0;
}
