// _Thread_local variables in a single-threaded program.
#include <stdio.h>
static _Thread_local int counter = 3;
_Thread_local struct { int a; char b[4]; } state = {5, "xyz"};
static __thread int zero;
static int *where(void) { return &counter; }
int main(void) {
  for (int i = 0; i < 4; i++) { counter += i; *where() *= 2; zero |= 1 << i; }
  printf("%d %d %s %d\n", counter, zero, state.b, state.a);
  state.b[1]++;
  printf("%s\n", state.b);
  return 0;
}
