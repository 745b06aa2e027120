// Sides a, b, c of one byte each.
// 11 = zero at a, b or c; three ways to break the inequality; equilateral; a==b!=c; b==c!=a; a==c!=b; scalene.
//@ paths: 11
//@ domain: a: 0..255
//@ domain: b: 0..255
//@ domain: c: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char a, b, c;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_make_symbolic(&c, 1, "c");
  if (a == 0 || b == 0 || c == 0)
    return 0;
  if (a + b <= c || a + c <= b || b + c <= a)
    return 1;
  if (a == b && b == c)
    return 2;
  if (a == b || b == c || a == c)
    return 3;
  return 4;
}
