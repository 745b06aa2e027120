// An inner loop takes two from one heap for each that it puts on the other, as often as the input says;
// each round puts three back. What is on the heaps together is known by the number of rounds only.
//@ verdict: unreachable
//@ time: 20s
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
unsigned char s[40];
int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  unsigned from = 5000, to = 0, rounds = 0;
  for (int i = 0; i < 40; i++) {
    for (unsigned k = 0; k < s[i]; k++) {
      from -= 2;
      to++;
    }
    if (s[i] & 1) {
      from += 3;
      rounds++;
    }
  }
  if (from + 2 * to != 5000 + 3 * rounds) target();
  return 0;
}
