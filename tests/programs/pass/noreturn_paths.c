//@ exit: 9
// _Noreturn functions, unreachable code after exit, functions that never come back.
#include <stdio.h>
#include <stdlib.h>
static _Noreturn void die(const char *why, int code) { printf("dying: %s\n", why); exit(code); }
static int need(int x) { if (x > 0) return x * 2; if (x == 0) return 1; die("negative", 9); }
int main(void) {
  for (int i = 3; i > -5; i--) printf("%d\n", need(i));
  return 0;
}
