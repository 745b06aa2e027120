// The sum of even steps is never odd, however often which is taken.
//@ verdict: unreachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
char s[64];
int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  int x = 0;
  for (int i = 0; i < 64 && s[i]; i++) {
    if (s[i] == 'a')
      x += 2;
    else if (s[i] == 'b')
      x -= 4;
    else
      x += 6;
  }
  if (x == 31) target();
  return 0;
}
