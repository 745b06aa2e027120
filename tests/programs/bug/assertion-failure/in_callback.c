#include <assert.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  assert(x != y); //~ BUG assertion-failure
  return x < y ? -1 : 1;
}
int main(void) {
  int v[] = {5, 3, 9, 3, 1};
  qsort(v, 5, sizeof *v, cmp);
  return 0;
}
