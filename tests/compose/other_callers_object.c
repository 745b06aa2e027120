// A function that writes to a structure of one caller is called by another one: what it wrote there is no
// business of this one.
//@ verdict: explored
//@ dart: no
int klee_int(const char *);
struct S {
  int a;
  int b;
};
int fill(struct S *s, int x) {
  if (x > 10)
    s->a = x;
  else
    s->b = x;
  return x > 20;
}
int inner(int x) {
  struct S own = {1, 2};
  if (fill(&own, x))
    return own.a;
  return own.b;
}
int main(void) {
  struct S mine = {3, 4};
  int r = inner(klee_int("x"));
  r += fill(&mine, klee_int("y"));
  return r == 5 && mine.b == 3;
}
