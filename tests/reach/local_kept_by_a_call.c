// A call keeps the address of a local object of its caller in a global.
//@ target: error
//@ code: 0
int klee_int(const char *);
int *keep;
void store(int *p, int x) { if (x > 10) keep = p; }
void M(int x) { int local = x; store(&local, x); }
int use(int k) { int own = 5; int *o = &own; if (k > 100) *o = 6; if (!keep) return 0; *keep = 9; return own; }
void target(void) {}
int main(void) {
  int x = klee_int("x");
  M(x);
  if (use(x) == 9) target();
  return 0;
}
