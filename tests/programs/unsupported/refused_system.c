//@ native: no
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  return system("echo should not run"); //~ UNSUPPORTED system
}
