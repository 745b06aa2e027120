// The same, the target behind the copy.
//@ target: target
//@ code: 0
int klee_int(const char *);
struct S { int a; int b; };
void target(void) {}
int f(struct S *s, int x) {
  if (x < 0) return 0;
  struct S t = *s;
  if (x > 5) target();
  return t.a > 3;
}
int mid(struct S *s, int x) { int r = f(s, x); if (r) return 2; return 1; }
int main(void) {
  int x = klee_int("x"), y = klee_int("y"), k = klee_int("k");
  struct S s;
  s.a = y;
  if (k == 0) { s.b = y; return f(&s, x); }
  return mid(&s, (x & 1) + 6);
}
