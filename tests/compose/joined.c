// Decisions that are joined, and ones that must not be: a guarded division, a guarded index, a
// guarded effect. The target needs all of them to do what they say.
//@ strategies: demand
//@ dart: yes
//@ target: target
//@ verdict: reachable
int klee_int(const char *);
void target(void) {}
static int table[4] = {3, 1, 4, 1};
static int calls;
static int limit = 7;
static int noted(int x) {
  calls++;
  return x > 0;
}
static int below(int x) {
  if (x < limit)
    return 1;
  return 0;
}
static int kind(int x) {
  switch (x) {
  case 0: return 40;
  case 1: return 50;
  case 2: return 64;
  default: return 74;
  }
}
int main(void) {
  int a = klee_int("a"), b = klee_int("b"), c = klee_int("c");
  int quotient = b != 0 ? a / b : 5;
  int element = (c >= 0 && c < 4) ? table[c] : 9;
  int chosen = (a > 10 && below(c)) || kind(b) == 64;
  if (a == 3 && noted(b))
    calls += 10;
  if (quotient == 5 && element == 4 && chosen && calls == 0)
    target();
  return 0;
}
