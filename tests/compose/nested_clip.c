// Found by `xtask agree`: a lazy query for a path of one call excluded it for another call of the same function.
//@ verdict: explored
//@ infeasible: 0
extern int klee_int(const char *);
extern void klee_make_symbolic(void *, unsigned long, const char *);
struct S { int a; short b; unsigned char c[4]; int *p; };
int g0 = 1;
unsigned g1;
unsigned char gb[4] = { 1, 2, 3, 4 };
struct S gs;
int *gp = &g0;
int clip(int v) { if (v < 0) return 0; if (v > 9) return 9; return v; }
void f0(struct S *p0, int p1) {
  unsigned char v1[4] = { p1, g1 };
  v1[3] = clip(clip(p0->a));
}
int f1(struct S *p0) {
  int v1 = (*gp | gb[g1 & 3]);
  f0(p0, v1);
  return 1;
}
int main(void) {
  int x0 = klee_int("x0");
  klee_make_symbolic(&gs.a, sizeof gs.a, "a");
  x0 = f1(&gs);
}
