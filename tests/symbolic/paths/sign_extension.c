// 3 = negative as a signed byte, then above 200 as an unsigned one or not; otherwise always below 128.
//@ paths: 3
//@ domain: c: 0..255
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  signed char c;
  klee_make_symbolic(&c, 1, "c");
  int wide = c;
  unsigned char bits = (unsigned char)c;
  if (wide < 0) {
    if (bits > 200)
      return 2;
    return 1;
  }
  assert(bits < 128);
  return 0;
}
