#include <stdio.h>
static int *counter(void) { static int n; n++; return &n; }
static const char *name(int i) { return i ? "yes it is" : "no it is not"; }
int main(void) {
  int *p = counter();
  counter();
  printf("%d %s\n", *p, name(*p));
  return 0;
}
