// Inputs are asked for through a pointer of another type.
//@ target: error
//@ code: 0
#include <setjmp.h>
int klee_int(const char *);
void __assert_fail(const char*,const char*,unsigned,const char*);
/* a handler with fewer parameters than the pointer's type */
static int get(void) { return klee_int("q"); }
static int call(int (*f)(int), int x) { if (x > 3) return f(x); return 0; }
int main(void) {
  int x = klee_int("x");
  int a = call((int (*)(int))get, x), b = call((int (*)(int))get, x);
  if (a != b)
    __assert_fail("t","b",1,"m");
  return 0;
}
