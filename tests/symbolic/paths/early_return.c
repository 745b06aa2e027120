// 6 = returns at -1, at each of the four positions of the first zero, and past the end.
//@ paths: 6
//@ domain: n: -1..2
//@ domain: a/1: 0 1 255
void klee_make_symbolic(void *, unsigned long, const char *);
static int first_zero(const unsigned char *a, int n) {
  if (n < 0)
    return -1;
  for (int i = 0; i < 4; i++)
    if (a[i] == 0)
      return i;
  return 4;
}
int main(void) {
  int n;
  unsigned char a[4];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(a, sizeof a, "a");
  return first_zero(a, n);
}
