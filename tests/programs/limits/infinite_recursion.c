//@ stderr: stack-depth
#include <stdio.h>
static int down(int n) {
  return down(n + 1) + 1; //~ LIMIT
}
int main(void) { return down(0); }
