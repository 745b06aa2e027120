//@ opt: O0 O1
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  printf("before\n");
  fflush(stdout);
  assert(argc > 10); //~ BUG assertion-failure
  return 0;
}
