//@ native: no
//@ stdout: the unknown function was not called\n
#include <stdio.h>
extern int function_that_exists_nowhere_at_all(int);
int main(int argc, char **argv) {
  if (argc > 50) return function_that_exists_nowhere_at_all(3);
  printf("the unknown function was not called\n");
  return 0;
}
