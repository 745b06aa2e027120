// Precise and progressing, figure 1: neither line is reachable, and a summary that forgot the relation of
// argument and result, or a callee analysed without its context, would say otherwise.
//@ target: never
//@ verdict: unreachable
int klee_int(const char *);
void never(void) {}
int P2(int u) {
  if (u == 0) {
    never();
    return 0;
  } else if (u > 0)
    return 1;
  else
    return -1;
}
int P1(int x) {
  if (x != 0) {
    int r2 = P2(x);
    if (x > 0 && r2 != 1) {
      never();
      return -1;
    }
  }
  return 0;
}
int main(void) { return P1(klee_int("x")); }
