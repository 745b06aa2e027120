// Two counters that move together never part.
//@ verdict: unreachable
int klee_int(const char *);
void target(void) {}
int main(void) {
  int n = klee_int("n"), m = klee_int("m");
  unsigned a = 0, b = 100;
  for (int i = 0; i < n; i++) {
    if (i == m) {
      a += 5;
      b += 5;
    } else {
      a++;
      b++;
    }
  }
  if (b - a != 100) target();
  return 0;
}
