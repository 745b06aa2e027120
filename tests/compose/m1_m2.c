// Precise and progressing, figure 2, with a bound on x.
//@ define: BOUND 10 20
//@ target: never
//@ verdict: unreachable
int klee_int(const char *);
void klee_assume(unsigned long);
#ifndef BOUND
#define BOUND 10
#endif
void never(void) {}
int M2(int u, int v) {
  int w = 0;
  while (u > 0) {
    if (v <= 0) {
      never();
      return -w;
    }
    u--;
    v--;
    w++;
  }
  return w;
}
int M1(int x) {
  while (x > 0) {
    int y = M2(x, x);
    if (y < 0) {
      never();
      return -1;
    }
    x--;
  }
  return 0;
}
int main(void) {
  int x = klee_int("x");
  klee_assume(x <= BOUND);
  return M1(x);
}
