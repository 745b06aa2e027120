// A call inside a callee returns from where the callee has not gone on yet: that is not to be stuck.
//@ target: target
//@ flags: --loops unroll
//@ code: 0
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
static int g1, g2, g3;
void never(int x) { g3 = x; }
static void nested(unsigned x) {
  if (x < 0x80000000 && x != 0x7ffffffe) {
    if (g3 == 12345) target();
    __builtin_trap();
  }
  if (x == 0x7ffffffe) { g1 = 1; g2 = 1; } else g1 = 1;
}
static void callee(unsigned x) {
  if (x == 5) { g1 = 1; g2 = 1; return; }
  nested(x);
}
int main(void) {
  unsigned x, y, w, z;
  klee_make_symbolic(&x, 4, "x");
  klee_make_symbolic(&y, 4, "y");
  klee_make_symbolic(&w, 4, "w");
  klee_make_symbolic(&z, 4, "z");
  callee(~x | 0x80000000u);
  nested(y ^ 0x7ffffffe);
  g1 = 0;
  g2 = 0;
  callee(w ^ 5);
  int ok = 0;
  for (int i = 0; i < 2; i++) {
    unsigned v = i ? z : 123456;
    if (v == 123456) ok = i;
  }
  if (ok) if (g2) if (w != 0) target();
  return 0;
}
