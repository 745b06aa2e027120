// What a run ends with is undefined on one of the ways: that is found.
//@ target: error
//@ verdict: reachable
//@ strategies: merge
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char c;
  int code;
  klee_make_symbolic(&c, 1, "c");
  if (c < 200)
    code = 1;
  exit(code);
}
