// Pointers of two types are compared on one path and followed on another: there they may be the same object too.
void klee_make_symbolic(void *, unsigned long, const char *);
struct A {
  int v;
};
struct B {
  int w;
};
static int f(struct A *p, struct B *q, int x) {
  int r = p->v;
  if (x == 0) {
    if ((void *)p == (void *)q)
      return r;
    return 2;
  }
  if (q->w == 7)
    return 10 / (x - 5);
  return 3;
}
int main(void) {
  int x;
  struct A a = {7};
  klee_make_symbolic(&x, sizeof x, "x");
  return f(&a, (struct B *)&a, x);
}
