// 6 = mismatch at character 0..3 of "open", at the terminator, or a match.
//@ paths: 6
//@ domain: s/1: 'o' 'p' 'e' 'n' 0 'x'
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  char s[5];
  const char *key = "open";
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 5; i++)
    if (s[i] != key[i])
      return 1;
  return 0;
}
