// A target behind a product that is a prime: nothing is known of it in so little time, and nothing is claimed.
//@ target: target
//@ verdict: unknown
//@ time: 3s
//@ dart: no
int klee_int(const char *);
unsigned long mix(unsigned long a, unsigned long b) {
  if (a < 2 || b < 2)
    return 0;
  return a * b;
}
void target(void) {}
int main(void) {
  unsigned long a = (unsigned)klee_int("a"), b = (unsigned)klee_int("b");
  if (mix(a, b) == 1152921504606846883UL)
    target();
  return 0;
}
