// With forking off a branch follows one side only, and the run is not complete.
// 2 = one side of the first test (forking off), both of the second.
//@ verdict: stopped
//@ incomplete: forking-disabled
//@ paths: 2
//@ count: no
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_set_forking(unsigned);
int main(void) {
  unsigned char x, y;
  int n = 0;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  klee_set_forking(0);
  if (x > 100)
    n = 1;
  klee_set_forking(1);
  if (y > 100)
    n += 2;
  return n;
}
