// Callees through a table of function pointers.
//@ target: target
//@ verdict: reachable
int klee_int(const char *);
int twice(int x) { return x > 50 ? 50 : 2 * x; }
int minus(int x) { return x > 0 ? x - 7 : 0; }
static int (*const table[2])(int) = {twice, minus};
int apply(int (*f)(int), int x) {
  int r = f(x);
  if (r > 40)
    return r + 1;
  return r;
}
void target(void) {}
int main(void) {
  int a = apply(table[0], klee_int("a"));
  int b = apply(table[1], klee_int("b"));
  if (a == 43 && b == 36)
    target();
  return 0;
}
