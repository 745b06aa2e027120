// __attribute__((cleanup)): run at every way out of a scope.
#include <stdio.h>
#include <stdlib.h>
static void bye(int *p) { printf("bye %d\n", *p); }
static void release(char **p) { printf("free %s\n", *p ? "block" : "null"); free(*p); }
static int f(int n) {
  __attribute__((cleanup(bye))) int a = n;
  if (n == 1) return a * 10;
  for (int i = 0; i < 3; i++) {
    __attribute__((cleanup(bye))) int b = 100 + i;
    if (i == n) break;
    if (i == 1) continue;
    a++;
  }
  __attribute__((cleanup(release))) char *p = n > 2 ? malloc(4) : NULL;
  return a;
}
int main(void) {
  for (int i = 0; i < 4; i++) printf("= %d\n", f(i));
  return 0;
}
