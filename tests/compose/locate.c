// SMART, section 4: the paths of `locate` and of `top` (here `main`) are explored separately: 2n+3 runs instead of 3n-1.
//@ entry: main
//@ define: N 5 10 20 40
//@ executions: dart 3*N-1
//@ executions: smart 2*N+3
//@ verdict: explored
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
#ifndef N
#define N 5
#endif
static char input[N + 1];
int locate(char *s, int c) {
  int i = 0;
  while (s[i] != c) {
    if (s[i] == 0)
      return -1;
    i++;
  }
  return i;
}
int main(void) {
  int z;
  klee_make_symbolic(input, N, "input");
  // The string ends, or has its `a`, among the first N characters.
  klee_assume((input[N - 1] == 0) | (input[N - 1] == 'a') |
              ((input[N - 1] == ':') & (input[N - 2] == 'a')));
  z = locate(input, 'a');
  if (z == -1)
    return -1;
  if (input[z + 1] != ':')
    return 1;
  return 0;
}
