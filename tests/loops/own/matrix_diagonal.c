// A matrix with more than ten sevens on its diagonal.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
int klee_int(const char *);
void target(void) {}
int m[20][20];
int main(void) {
  klee_make_symbolic(m, sizeof m, "m");
  int n = klee_int("n"), sevens = 0;
  if (n > 20) return 0;
  for (int i = 0; i < n; i++)
    if (m[i][i] == 7) sevens++;
  if (sevens > 10) target();
  return 0;
}
