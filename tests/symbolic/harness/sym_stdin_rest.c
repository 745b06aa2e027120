// What is not read keeps its value: the text ends where the input does.
//@ test: --sym-stdin 4
//@ verdict: explored
//@ count: no
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char text[8] = {0};
  long got = read(0, text, 7);
  assert(strlen(text) <= (unsigned long)got);
  return got == 3 && text[2] == 'x';
}
