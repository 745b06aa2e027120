// The pointer past the end is computed and compared, never followed.
#include <stdio.h>
static int v[5] = {5, 4, 3, 2, 1};
static const int *find(const int *b, const int *e, int x) {
  while (b != e && *b != x) b++;
  return b;
}
int main(void) {
  const int *end = v + 5;
  printf("%d %d %ld\n", find(v, end, 2) == v + 3, find(v, end, 9) == end, (long)(end - v));
  return 0;
}
