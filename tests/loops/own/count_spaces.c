// A scanner that wants more blanks than letters.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
char s[200];
int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  s[199] = 0;
  int blanks = 0, others = 0;
  for (int i = 0; s[i]; i++) {
    if (s[i] == ' ')
      blanks++;
    else
      others++;
  }
  if (blanks == 40 && others == 20) target();
  return 0;
}
