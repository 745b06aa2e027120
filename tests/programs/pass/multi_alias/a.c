// Aliases of functions and variables, seen from another file.
#include <stdio.h>
int plus_alias(int), plus_real(int);
extern int alias_value, real_value;
int main(void) {
  printf("%d %d\n", plus_alias(4), plus_real(4));
  alias_value += 10;
  printf("%d %d %d\n", alias_value, real_value, &alias_value == &real_value);
  return 0;
}
