// The result of a call is the argument of another call of the same function: that one of the two would need a path that is
// not explored says nothing about the other.
//@ target: target
//@ verdict: reachable
int klee_int(const char *);
void target(void) {}
int clip(int v) {
  if (v < 0) {
    target();
    return 0;
  }
  if (v > 9)
    return 9;
  return v;
}
int twice(int v) { return clip(clip(v)) > 4; }
int main(void) { return twice(klee_int("x")); }
