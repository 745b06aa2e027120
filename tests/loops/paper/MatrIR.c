// The paper's MatrIR: a row of the upper triangle with more than 15 elements between 10 and 100.
//@ verdict: reachable
#ifndef N
#define N 32
#endif
void klee_make_symbolic(void *, unsigned long, const char *);
int klee_int(const char *);
void target(void) {}
int A[N][N];
int main(void) {
  klee_make_symbolic(A, sizeof A, "A");
  int m = klee_int("m"), n = klee_int("n");
  if (m > N || n > N) return 0;
  int w = 0;
  for (int i = 0; i < m; ++i) {
    int k = 0;
    for (int j = i; j < n; ++j)
      if (A[i][j] > 10 && A[i][j] < 100)
        ++k;
    if (k > 15) {
      w = 1;
      break;
    }
  }
  if (m > 20 && n > 20 && w == 1)
    target();
  return 0;
}
