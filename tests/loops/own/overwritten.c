// What a loop overwrites in every iteration is not what it was before the loop.
//@ verdict: unreachable
void klee_make_symbolic(void *, unsigned long, const char *);
int klee_int(const char *);
void target(void) {}
unsigned char table[4096];
int main(void) {
  klee_make_symbolic(table, sizeof table, "table");
  int n = klee_int("n");
  if (n < 3 || n > 4096) return 0;
  for (int i = 0; i < n; i++)
    table[i] = 7;
  if (table[2] != 7 || table[n - 1] != 7)
    target();
  return 0;
}
