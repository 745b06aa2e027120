// A parameter and a global of one name are two inputs.
void klee_make_symbolic(void *, unsigned long, const char *);
struct A {
  int v;
};
struct B {
  int w;
};
struct B *p;
static int h(int x) {
  return p->w == 7 ? 10 / (x - 5) : 3;
}
static int f(struct A *p, int x) {
  int r = p->v;
  if (x == 0)
    return r;
  return h(x);
}
int main(void) {
  int x;
  struct A a = {7};
  klee_make_symbolic(&x, sizeof x, "x");
  p = (struct B *)&a;
  return f(&a, x);
}
