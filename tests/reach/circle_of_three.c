// Three functions that call each other in a circle.
//@ target: error
//@ code: 0
int klee_int(const char *);
void __assert_fail(const char*,const char*,unsigned,const char*);
/* three functions in a cycle, each only recursing for its own digit */
int a(int n, int d); int b(int n, int d); int c(int n, int d);
int a(int n, int d) { if (n % 10 != 1) return d; return b(n / 10, d + 1); }
int b(int n, int d) { if (n % 10 != 2) return d; return c(n / 10, d + 1); }
int c(int n, int d) { if (n % 10 != 3) return d; if (d == 5) __assert_fail("t","b",1,"m"); return a(n / 10, d + 1); }
int main(void) {
  int x = klee_int("x"), y = klee_int("y"), z = klee_int("z");
  if (x < 0 || y < 0 || z < 0) return 0;
  c(z, 0); b(y, 0); a(x, 0);
  return 0;
}
