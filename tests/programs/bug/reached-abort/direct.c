//@ opt: O0 O1
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc < 5)
    abort(); //~ BUG reached-abort
  puts("not here");
  return 0;
}
