// Switches before a loop whose outcome no rule covers: its two ways mix a value, which never becomes 0x9b. The
// condition of the target says that every switch is off, so what has a switch on is dropped.
//@ verdict: unreachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
unsigned char s[8], d[6];
int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(d, sizeof d, "d");
  int on = 0;
  for (int i = 0; i < 8; i++)
    if (s[i] > 100) on++;
  unsigned char x = 1;
  for (int i = 0; i < 6; i++) {
    if (d[i] & 1) x = x * 5 + 3;
    else x = x ^ (x >> 2) ^ 0x5a;
  }
  if (on == 0 && x == 0x9b) target();
  return 0;
}
