// Inputs of two calls in progress of functions that call each other.
//@ target: error
//@ code: 0
int klee_int(const char *);
void __assert_fail(const char*,const char*,unsigned,const char*);
int g(int n, int d);
int f(int n, int d) { if (n % 10 != 7) return 0; return g(n / 10, d + 1); }
int g(int n, int d) { if (n % 10 != 5) return 0; if (d == 3) __assert_fail("t","b",1,"m"); return f(n / 10, d + 1); }
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  if (x < 0 || x > 99999 || y < 0 || y > 99999) return 0;
  f(x, 0);
  g(y, 0);
  return 0;
}
