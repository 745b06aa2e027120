// The address of a local variable goes out.
//@ target: error
//@ code: 0
int klee_int(const char *);
static int *keep;
static int zero;
void f(int x) { int l = x; if (x > -5) keep = &l; else keep = &zero; }
int h(int x) { int m = x; int *q = &m; if (x > -6) return *keep + *q; return 0; }
int main(void) {
  int x = klee_int("x");
  keep = &zero;
  f(x);
  int y = klee_int("y");
  return h(y);
}
