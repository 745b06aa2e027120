// A triangle of iterations: the inner loop starts where the outer one is.
//@ verdict: unreachable
int klee_int(const char *);
void target(void) {}
int main(void) {
  int m = klee_int("m"), n = klee_int("n"), j = 0;
  if (n < 0 || m < 0 || n > 1000 || m > n) return 0;
  for (int i = 0; i < m; ++i) {
    j = i;
    while (j < n) ++j;
  }
  if (m > 0 && j != n) target();
  return 0;
}
