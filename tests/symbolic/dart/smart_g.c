// SMART, section 3.1: g alone hardly ever sees hash(x) == 100; called with 7 it does.
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
  static const int values[4] = {-5, 7, 40, 3};
  unsigned char which;
  klee_make_symbolic(&which, 1, "which");
  for (int i = 0; i < 4; i++)
    if (which == i)
      return g(values[i]);
  return 0;
}
