// The last place of a byte, which must be late and hold another one.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
unsigned char s[100];
int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  int last = -1, n = s[0];
  if (n > 100) return 0;
  for (int i = 1; i < n; i++)
    if (s[i] == 9) last = i;
  if (last > 70 && s[last + 1] == 8 && n > last + 5) target();
  return 0;
}
