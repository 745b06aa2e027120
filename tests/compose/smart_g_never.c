// As smart_g.c, with 5 alone: hash(5) was seen not to be 100, but what an external function returns is no proof.
//@ external: external/hash.c
//@ target: target
//@ verdict: unknown
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
  if (x == 5 && g(x) == 10)
    target();
  return 0;
}
