// A number read from symbolic text: floating point takes one value, and says so.
//@ verdict: stopped
//@ incomplete: concretized
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  char text[4];
  klee_make_symbolic(text, 3, "text");
  text[3] = 0;
  return strtod(text, 0) > 1.0;
}
