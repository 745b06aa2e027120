// A path that ends at the limit of the stack in a callee is no proof.
//@ target: target
//@ code: 3
int klee_int(const char *);
void target(void) {}
int deep(int n) { if (n == 0) return 0; return 1 + deep(n - 1); }
int main(void) {
  int x = klee_int("x");
  int d = deep(20000);
  if (x == 5 && d == 20000) target();
  return 0;
}
