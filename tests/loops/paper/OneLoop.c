// The paper's OneLoop: a counter that goes up in fours is never 15.
//@ verdict: unreachable
void target(void) {}
int klee_int(const char *);
int main(void) {
  int n = klee_int("n");
  int i = 0;
  while (i < n) i += 4;
  if (i == 15) target();
  return 0;
}
