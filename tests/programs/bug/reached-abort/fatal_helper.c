#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static _Noreturn void fatal(const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  vfprintf(stderr, f, ap);
  va_end(ap);
  abort(); //~ BUG reached-abort
}
int main(void) {
  for (int i = 0; i < 5; i++) if (i * i == 9) fatal("bad value %d\n", i);
  return 0;
}
