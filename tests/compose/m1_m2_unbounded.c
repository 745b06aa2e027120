// Precise and progressing, figure 2, without a bound on x: the lines are unreachable, which nobody can say after finitely
// many paths. Meanwhile the rest of the program is explored (m1_m2_elsewhere.c).
//@ target: never
//@ verdict: unknown
//@ strategies: fair demand
//@ dart: no
//@ time: 5s
//@ paths: fair >=5
int klee_int(const char *);
void never(void) {}
void elsewhere(void) {}
int M2(int u, int v) {
  int w = 0;
  while (u > 0) {
    if (v <= 0) {
      never();
      return -w;
    }
    u--;
    v--;
    w++;
  }
  return w;
}
int M1(int x) {
  while (x > 0) {
    int y = M2(x, x);
    if (y < 0) {
      never();
      return -1;
    }
    x--;
  }
  return 0;
}
int rest(int z) {
  if (z == 1001)
    return 1;
  if (z == 1002)
    return 2;
  return 0;
}
int main(void) {
  int z = klee_int("z");
  int r = M1(klee_int("x"));
  if (r == 0 && rest(z) == 2)
    elsewhere();
  return r;
}
