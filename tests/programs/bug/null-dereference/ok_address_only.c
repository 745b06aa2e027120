// The offset of a member and the address of *NULL are computed, nothing is read.
#include <stddef.h>
#include <stdio.h>
struct s { int a[4]; char c; };
int main(void) {
  int *p = NULL;
  int *q = &*p;
  printf("%zu %d %zu\n", offsetof(struct s, c), q == NULL, sizeof *p);
  return 0;
}
