#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  switch (argc) {
  case 0: assert(0 && "argc is never zero here");
  case 1: printf("one argument only\n"); break;
  default: assert(!"no arguments were given");
  }
  return 0;
}
