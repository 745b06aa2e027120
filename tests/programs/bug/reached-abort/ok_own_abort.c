// A function of the program's own with a similar name.
#include <stdio.h>
static int aborted;
static void abort_later(void) { aborted++; }
int main(void) {
  abort_later();
  abort_later();
  printf("aborted later %d\n", aborted);
  return 0;
}
