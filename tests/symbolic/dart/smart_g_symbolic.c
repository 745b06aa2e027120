// g with a symbolic argument, which the caller has compared with 7 before.
//@ external: external/hash.c
//@ verdict: stopped
//@ incomplete: external
int hash(int x);
void klee_make_symbolic(void *, unsigned long, const char *);
int g(int x) {
  int y;
  if (x < 0)
    return 0; //~ TARGET
  y = hash(x);
  if (y == 100)
    return 10; //~ TARGET
  if (x > 10)
    return 1; //~ TARGET
  return 2;   //~ TARGET
}
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 7)
    return g(x);
  return g(x);
}
