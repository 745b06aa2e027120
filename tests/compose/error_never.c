// The near miss of error_in_callee.c: no number is above 10 and below 5.
//@ target: error
//@ verdict: unreachable
int klee_int(const char *);
void abort(void);
int check(int a, int b) {
  if (a > 10 && a < 5)
    abort();
  return a - b;
}
int scale(int x) {
  if (x < 0)
    return -x;
  return x + 1;
}
int main(void) {
  int a = scale(klee_int("a"));
  int b = scale(klee_int("b"));
  return check(a, b) & 0;
}
