//@ exit: 1
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  printf("failing politely\n");
  exit(EXIT_FAILURE);
}
