// A callee that aborts: found through composition, with the input that leads there.
//@ target: error
//@ verdict: reachable
int klee_int(const char *);
void abort(void);
int check(int a, int b) {
  if (a > 10 && b == a * 2)
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
