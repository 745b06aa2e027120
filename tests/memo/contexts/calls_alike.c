// Several paths of a call are executed as one up to a decision that the callee alone saw otherwise.
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
static int cell;
static int *const devices[1] = {&cell};
static int f(int x, unsigned char bits) {
  if (*devices[0] == x)
    return 100;
  int n = 0;
  for (int k = 0; k < 4; k++)
    if (bits >> k & 1)
      n++;
  return n;
}
int main(void) {
  int x;
  unsigned char bits;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&bits, sizeof bits, "bits");
  cell = 7;
  int r = f(x, bits);
  assert(r != 100);
  return 0;
}
