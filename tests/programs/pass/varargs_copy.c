// va_copy, a va_list handed on to callees, and vsnprintf.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static int take2(va_list ap) {
  int a = va_arg(ap, int);
  return a * 10 + va_arg(ap, int);
}
static int twice(int n, ...) {
  va_list ap, again;
  va_start(ap, n);
  va_copy(again, ap);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  int p = 1;
  for (int i = 0; i < n; i++) p *= va_arg(again, int);
  va_end(again);
  va_end(ap);
  return s * 1000 + p;
}
static int by_pointer(va_list *ap) { return va_arg(*ap, int); }
static int chain(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int a = by_pointer(&ap), b = by_pointer(&ap);
  int c = take2(ap);
  va_end(ap);
  return a + b * 7 + c * 100 + n;
}
static int format(char *buf, size_t n, const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  int r = vsnprintf(buf, n, f, ap);
  va_end(ap);
  return r;
}
int main(void) {
  printf("%d\n", twice(4, 2, 3, 4, 5));
  printf("%d\n", chain(1, 5, 6, 7, 8));
  char buf[20];
  int r = format(buf, sizeof buf, "%s-%05d-%.2f|%c", "abc", 42, 3.14159, 'z');
  printf("%d %s %zu\n", r, buf, strlen(buf));
  r = format(buf, sizeof buf, "%s %s %s %d", "one", "two", "three", 123456789);
  printf("%d %s\n", r, buf);
  return 0;
}
