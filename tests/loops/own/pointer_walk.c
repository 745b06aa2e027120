// A pointer that walks over digits, more than forty of them.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
char s[64];
int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  s[63] = 0;
  const char *p = s;
  while (*p >= '0' && *p <= '9') p++;
  if (p - s > 40 && *p == ';') target();
  return 0;
}
