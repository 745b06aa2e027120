// The paper's TwoLoops: an even number is never an even number and seven.
//@ verdict: unreachable
void target(void) {}
int klee_int(const char *);
int main(void) {
  int n = klee_int("n");
  int i = 0, j = 0;
  while (i < n) i += 4;
  while (i != j + 7) j += 2;
  target();
  return 0;
}
