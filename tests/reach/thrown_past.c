// What is thrown to a function returns to its callers.
//@ target: target
//@ code: 0
#include <setjmp.h>
int klee_int(const char *);
static jmp_buf place;
static _Noreturn void fail(int why) { longjmp(place, why); }
void target(void) {}
static void parse(int x) {
  if (x & 1) fail(3);
}
static int program(int x) {
  switch (setjmp(place)) {
  case 0: parse(x); return 0;
  default: return 1;
  }
}
static int outer(int x) { return program(x) + 1; }
int main(void) {
  if (outer(klee_int("x")) == 2) target();
  return 0;
}
