// TACAS 2008, figure 1. The target needs no path of `abs_` beyond those of the first run.
//@ target: target
//@ verdict: reachable
int klee_int(const char *);
int abs_(int x) {
  if (x > 0)
    return x;
  else if (x == 0)
    return 100;
  else
    return -x;
}
void target(void) {}
int main(void) {
  int p = klee_int("p"), q = klee_int("q");
  int m = abs_(p);
  int n = abs_(q);
  if (m > n && p > 0)
    target();
  return 0;
}
