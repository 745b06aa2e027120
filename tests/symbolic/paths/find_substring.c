// Naive search for "ab" in three characters and a terminator that is always there.
// 18: with k characters left P(k) = 1 (end) + P(k-1) (no 'a') + 1 ("ab") + P(k-1) ('a', no 'b'), P(0) = 1;
// for k = 1 no 'b' can follow: P(1) = 3, P(2) = 8, P(3) = 18.
//@ paths: 18
//@ domain: s/1: 'a' 'b' 'c' 0
void klee_make_symbolic(void *, unsigned long, const char *);
static int find(const char *s) {
  for (int i = 0; s[i]; i++) {
    if (s[i] != 'a')
      continue;
    if (s[i + 1] == 'b')
      return i;
  }
  return -1;
}
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  return find(s) + 1;
}
