// 5 = more than three arguments refused; 0..3 of them added up.
//@ paths: 5
//@ domain: n: 0..255
#include <stdarg.h>
void klee_make_symbolic(void *, unsigned long, const char *);
static int add(int n, ...) {
  va_list list;
  int sum = 0;
  va_start(list, n);
  while (n--)
    sum += va_arg(list, int);
  va_end(list);
  return sum;
}
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  if (n > 3)
    return 0;
  return add(n, 1, 2, 3);
}
