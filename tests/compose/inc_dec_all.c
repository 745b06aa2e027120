// IncDec, all of it: `test` explores every path of each function once.
//@ define: N 10 20 40
//@ verdict: explored
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
int dec(int x, int y) {
  int n = 0;
  while (x > y) {
    x--;
    n++;
  }
  return n;
}
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  klee_assume((x >= 0) & (x <= N) & (y >= 0) & (y <= N));
  int a = inc(x);
  int b = dec(a, y);
  return b > N;
}
