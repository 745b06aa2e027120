// The paper's running example: more than LIMIT ones, three of them for free, in an array of N.
//@ verdict: reachable
#ifndef N
#define N 64
#endif
#ifndef LIMIT
#define LIMIT 12
#endif
void klee_make_symbolic(void *, unsigned long, const char *);
int klee_int(const char *);
void target(void) {}
int A[N];
int main(void) {
  klee_make_symbolic(A, sizeof A, "A");
  int n = klee_int("n");
  if (n > N) return 0;
  int k = 3;
  for (int i = 0; i < n; ++i)
    if (A[i] == 1)
      ++k;
  if (k > LIMIT)
    target();
  return 0;
}
