// Validates dates given as bytes and turns them into day numbers; the order of N dates is then checked.
// Grows: by the cases of the calendar (30, 31, 28, 29 days) per date.
// Size: N, the number of dates.
//@ paths-at: N=1 22
//@ domain: day: 0..32 255
//@ domain: month: 0..13 255
//@ domain: year: 0..255
#include <assert.h>
#ifndef N
#define N 2
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static int leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in(int month, int year) {
  switch (month) {
  case 2:
    if (leap(year))
      return 29;
    return 28;
  case 4: return 30;
  case 6: return 30;
  case 9: return 30;
  case 11: return 30;
  default: return 31;
  }
}

static int valid(int day, int month, int year) {
  if (month < 1 || month > 12)
    return 0;
  if (day < 1 || day > days_in(month, year))
    return 0;
  return 1;
}

static int day_number(int day, int month, int year) {
  int y = month <= 2 ? year - 1 : year;
  int m = month <= 2 ? month + 9 : month - 3;
  return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day;
}

int main(void) {
  int last = 0, sorted = 1;
  for (int i = 0; i < N; i++) {
    unsigned char day, month, year;
    klee_make_symbolic(&day, 1, "day");
    klee_make_symbolic(&month, 1, "month");
    klee_make_symbolic(&year, 1, "year");
    if (!valid(day, month, 1900 + year))
      return -1;
    int number = day_number(day, month, 1900 + year);
    assert(number > 365 * 1899 && number < 366 * 2157);
    if (number < last)
      sorted = 0;
    last = number;
  }
  return sorted;
}
