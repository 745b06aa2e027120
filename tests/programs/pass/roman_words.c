// Number formatting: roman numerals, English words, arbitrary bases, thousands.
#include <stdio.h>
#include <string.h>
static void roman(int n, char *o) {
  static const struct { int v; const char *s; } t[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
  *o = 0;
  for (int i = 0; i < 13; i++) for (; n >= t[i].v; n -= t[i].v) strcat(o, t[i].s);
}
static void words(unsigned n) {
  static const char *const u[] = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"}, *const t[] = {"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
  if (n < 20) printf("%s", u[n]);
  else if (n < 100) { printf("%s", t[n / 10]); if (n % 10) { printf("-"); words(n % 10); } }
  else if (n < 1000) { words(n / 100); printf(" hundred"); if (n % 100) { printf(" and "); words(n % 100); } }
  else { words(n / 1000); printf(" thousand"); if (n % 1000) { printf(" "); words(n % 1000); } }
}
static char *base(unsigned long n, unsigned b, char *end) { *end = 0; do *--end = "0123456789abcdefghijklmnopqrstuvwxyz"[n % b]; while (n /= b); return end; }
int main(void) {
  char buf[80];
  int years[] = {1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999};
  for (int i = 0; i < 10; i++) { roman(years[i], buf); printf("%s ", buf); }
  printf("\n");
  unsigned nums[] = {0, 13, 42, 100, 999, 1001, 12345, 700000};
  for (int i = 0; i < 8; i++) { words(nums[i]); printf("\n"); }
  for (unsigned b = 2; b <= 36; b += 7) printf("%s ", base(123456789, b, buf + 79));
  printf("\n");
  long v = -1234567;
  char *p = base((unsigned long)(v < 0 ? -v : v), 10, buf + 40);
  if (v < 0) putchar('-');
  for (size_t n = strlen(p); n; n--) { putchar(*p++); if (n % 3 == 1 && n > 1) putchar(','); }
  printf("\n");
  return 0;
}
