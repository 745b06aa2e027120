// A function is called through a pointer with an argument too many, and calls back.
//@ target: target
//@ code: 0
int klee_int(const char *);
void target(void) {}
int flag, z;
int vf(int a);
int (*vp)(int, int) = (int (*)(int, int))vf;
int f(int x) {
  if (x == 1000) {
    if (flag) { if (z == 4242) target(); return 1; }
    return 2;
  }
  if (x == 7) { flag = 1; return vp(x - 7, 1); }
  return x;
}
int vf(int a) {
  if (a == 0) return f(a + 1000);
  return a;
}
int h1(int a);
int h2(int a);
int h3(int a);
int h4(int a);
int h5(int a);
int h6(int a);
int h7(int a);
int h8(int a);
int h9(int a);
int h10(int a);
int h11(int a);
int h12(int a);
int h13(int a);
int h14(int a);
int h1(int a) { if (a == 1) return 5; return h2(a) + 1; }
int h2(int a) { if (a == 2) return 5; return h3(a) + 1; }
int h3(int a) { if (a == 3) return 5; return h4(a) + 1; }
int h4(int a) { if (a == 4) return 5; return h5(a) + 1; }
int h5(int a) { if (a == 5) return 5; return h6(a) + 1; }
int h6(int a) { if (a == 6) return 5; return h7(a) + 1; }
int h7(int a) { if (a == 7) return 5; return h8(a) + 1; }
int h8(int a) { if (a == 8) return 5; return h9(a) + 1; }
int h9(int a) { if (a == 9) return 5; return h10(a) + 1; }
int h10(int a) { if (a == 10) return 5; return h11(a) + 1; }
int h11(int a) { if (a == 11) return 5; return h12(a) + 1; }
int h12(int a) { if (a == 12) return 5; return h13(a) + 1; }
int h13(int a) { if (a == 13) return 5; return h14(a) + 1; }
int h14(int a) { if (a == 14) return vf(3); return f(a + 2); }
int main(void) {
  int x = klee_int("x"), s = klee_int("s");
  z = klee_int("z");
  f((x & 3) + 20);
  if (s == 0) return vp(x, 2);
  if (s == 1) return h1(x & 1);
  return f(x);
}
