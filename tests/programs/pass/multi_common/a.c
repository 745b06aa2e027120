//@ cflags: -fcommon
// Tentative definitions merged across files (common symbols).
#include <stdio.h>
int shared;
int table[16];
int defined_in_b;
void bump(void);
int main(void) {
  printf("%d %d\n", shared, defined_in_b);
  for (int i = 0; i < 5; i++) { shared += i; bump(); }
  printf("%d %d\n", shared, defined_in_b);
  for (int i = 0; i < 16; i++) printf("%d ", table[i]);
  printf("\n");
  return 0;
}
