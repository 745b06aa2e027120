// As joined.c, with a target that needs what a decision rules out.
//@ strategies: demand
//@ dart: yes
//@ target: target
//@ verdict: unreachable
int klee_int(const char *);
void target(void) {}
static int limit = 7;
static int calls;
static int noted(void) {
  calls++;
  return 1;
}
static int below(int x) {
  if (x < limit)
    return 1;
  return 0;
}
static int clamp(int x) { return x < 0 ? 0 : x > 9 ? 9 : x; }
int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  int small = below(a) && below(b);
  int sum = clamp(a) + clamp(b);
  if (a > 100 && noted())
    sum = 0;
  if ((small && sum > 12) || (calls && a <= 100) || (!small && below(a) && below(b)))
    target();
  return 0;
}
