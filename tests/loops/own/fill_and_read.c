// A table that a loop fills, and an entry of it that nobody wrote.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
int klee_int(const char *);
void target(void) {}
unsigned char from[64];
int table[64];
int main(void) {
  klee_make_symbolic(from, sizeof from, "from");
  int n = klee_int("n"), k = klee_int("k");
  if (n < 0 || n > 64 || k < 0 || k >= 64) return 0;
  for (int i = 0; i < n; i++) table[i] = from[i] + 1;
  if (k > 40 && table[k] == 77 && n > 50) target();
  return 0;
}
