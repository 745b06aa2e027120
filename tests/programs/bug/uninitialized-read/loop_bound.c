#include <stdio.h>
static int count(int known) {
  int n;
  if (known > 5) n = known;
  int s = 0;
  for (int i = 0; i < n; i++) //~ BUG uninitialized-read
    s += i;
  return s;
}
int main(void) {
  printf("%d\n", count(6));
  printf("%d\n", count(2));
  return 0;
}
