// A packet whose bytes add up to its checksum, and that is long.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
unsigned char p[66];
int main(void) {
  klee_make_symbolic(p, sizeof p, "p");
  unsigned length = p[0], sum = 0;
  if (length < 48 || length > 64) return 0;
  for (unsigned i = 0; i < length; i++) sum += p[1 + i];
  if ((unsigned char)sum == p[65] && sum > 3000) target();
  return 0;
}
