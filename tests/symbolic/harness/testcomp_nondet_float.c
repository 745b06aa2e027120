// Floating point is concrete for now: at least one path, and both only by luck; the report says why.
//@ verdict: stopped
//@ incomplete: concretized
//@ paths: 1..2
//@ count: no
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 1.0f)
    return 1;
  return 0;
}
