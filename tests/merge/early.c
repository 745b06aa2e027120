// A loop that never ends: whenever time is over, nothing is proved.
//@ target: target
//@ verdict: unknown
//@ strategies: merge
//@ time: 1s
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
int main(void) {
  unsigned x, count = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  for (unsigned i = 0;; i++) {
    if (x == i)
      count++;
    if (count > 1u + (i >> 31 >> 1))
      target();
  }
}
