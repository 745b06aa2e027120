// IncDec: increments several times, then decrements until a condition holds.
//@ define: N 10 20 40
//@ target: target
//@ verdict: reachable
int klee_int(const char *);
void klee_assume(unsigned long);
#ifndef N
#define N 10
#endif
int inc(int x) {
  int i = 0;
  while (i < x)
    i++;
  return i;
}
int dec(int x) {
  while (x > 0)
    x--;
  return x;
}
void target(void) {}
int main(void) {
  int x = klee_int("x");
  klee_assume(x >= 0 && x <= N);
  int y = inc(x);
  int z = dec(y);
  if (z == 0 && y == N)
    target();
  return 0;
}
