#include <stdio.h>
int main(void) {
  void *p = NULL;
  printf("%d %d\n", p == NULL, !p);
  char b[4] = "ab";
  printf("%.0s|%s\n", b, b);
  return 0;
}
