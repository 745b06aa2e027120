// One function has infinitely many paths, and is called deeper than anything else: only a fair choice ever gets to the target.
//@ target: target
//@ verdict: reachable
//@ strategies: fair
//@ dart: no
//@ starves: smart
//@ starves: dart --search dfs
int klee_int(const char *);
int spin(int x) {
  int n = 0;
  while (x > n)
    n++;
  return n;
}
int around(int x) { return x > 0 ? spin(x) : 0; }
int other(int y) {
  if (y == 4711)
    return 1;
  if (y == 4712)
    return 2;
  return 0;
}
void target(void) {}
int main(void) {
  int found = other(klee_int("y"));
  around(klee_int("x"));
  if (found == 2)
    target();
  return 0;
}
