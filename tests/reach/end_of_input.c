// The end of the input is -1, a character is a byte.
//@ target: end_of_input.c:11
//@ flags: --sym-stdin 4
//@ code: 0
#include <stdio.h>

int ended;
int main(void) {
  int c = getchar();
  if (c == EOF)
    ended = 1;
  return ended;
}
