// Extern arrays of unknown bound, extern const tables and a shared struct.
#include <stdio.h>
#include "shared.h"
extern int numbers[];
extern const char *const names[];
extern const int names_len;
static int sum(const int *v, int n) { return n ? *v + sum(v + 1, n - 1) : 0; }
int main(void) {
  printf("%d\n", sum(numbers, numbers_len()));
  for (int i = 0; i < names_len; i++) printf("%s ", names[i]);
  printf("\n");
  origin.x += 5;
  shift(&origin, 2);
  struct point p = mirrored(origin);
  printf("%d %d %d %d\n", origin.x, origin.y, p.x, p.y);
  printf("%d %d\n", square(7), op_table[1](3));
  return 0;
}
