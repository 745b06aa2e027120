// The floating forms, on constants: nothing is lost.
// 1 path.
//@ verdict: explored
//@ paths: 1
//@ count: no
#include <assert.h>
float klee_get_valuef(float);
double klee_get_valued(double);
int main(void) {
  assert(klee_get_valuef(1.5f) == 1.5f);
  assert(klee_get_valued(-2.25) == -2.25);
  return 0;
}
