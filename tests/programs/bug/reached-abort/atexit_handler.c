#include <stdio.h>
#include <stdlib.h>
static int open_files = 1;
static void verify(void) {
  if (open_files)
    abort(); //~ BUG reached-abort
}
int main(void) {
  atexit(verify);
  puts("leaving");
  return 0;
}
