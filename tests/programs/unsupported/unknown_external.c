//@ native: no
#include <stdio.h>
extern int function_that_exists_nowhere_at_all(int);
int main(void) {
  printf("before\n");
  fflush(stdout);
  return function_that_exists_nowhere_at_all(3); //~ UNSUPPORTED function_that_exists_nowhere_at_all
}
