// One function has infinitely many paths, the target is in another: a fair choice finds it.
//@ target: target
//@ verdict: reachable
//@ strategies: fair
//@ dart: no
int klee_int(const char *);
int spin(int x) {
  int n = 0;
  while (x > n)
    n++;
  return n;
}
int other(int y) {
  if (y == 4711)
    return 1;
  if (y == 4712)
    return 2;
  return 0;
}
void target(void) {}
int main(void) {
  spin(klee_int("x"));
  if (other(klee_int("y")) == 2)
    target();
  return 0;
}
