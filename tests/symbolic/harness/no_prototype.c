// Functions of harnesses that are declared without a prototype get what is passed, an int where they take
// a uintptr_t too.
// 3 = x is 6, 7 or something else above 5; the assertion holds.
//@ verdict: explored
//@ paths: 3
//@ target: error
//@ domain: x: 0..9 -1
//@ domain: y: 0..9 -1
#include <assert.h>
void klee_make_symbolic();
int klee_int();
void klee_assume();
int main(void) {
  int x, y = klee_int("y");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x > 5);
  klee_assume((unsigned long)(y == x));
  assert(y > 5);
  if (x == 6)
    return 1;
  if (y == 7)
    return 2;
  return 0;
}
