// SMART, section 3.1: `hash` cannot be reasoned about, so what is known of a path of g that was taken with 5 does not hold
// for 6, though both satisfy the same conditions. A summary that said `g returns 2 for 0 <= x <= 10` would miss the target.
//@ external: external/hash.c
//@ target: target
//@ verdict: reachable
int hash(int x);
int klee_range(int, int, const char *);
int g(int x) {
  int y;
  if (x < 0)
    return 0;
  y = hash(x);
  if (y == 100)
    return 10;
  if (x > 10)
    return 1;
  return 2;
}
void target(void) {}
int main(void) {
  int x = klee_range(0, 9, "x");
  if (g(x) == 10)
    target();
  return 0;
}
