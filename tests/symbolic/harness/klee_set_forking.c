// With forking off KLEE follows one side of a branch only; to explore both all the same is right as well.
// 2 = one side of the first test, both of the second, and the run is not complete; or all 4, complete.
//@ paths: 2..4
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
