// SMART, section 4: the paths of `locate` and of `top` are explored separately: 2n+3 runs instead of 3n-1.
//@ entry: main
//@ define: N 5 10 20 40
//@ executions: dart 3*N-1
//@ executions: smart 2*N+3
//@ verdict: explored
void klee_make_symbolic(void *, unsigned long, const char *);
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
int top(char *in) {
  int z;
  z = locate(in, 'a');
  if (z == -1)
    return -1;
  if (in[z + 1] != ':')
    return 1;
  return 0;
}
int main(void) {
  klee_make_symbolic(input, N, "input");
  return top(input);
}
