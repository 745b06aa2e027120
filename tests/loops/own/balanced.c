// Brackets that open and close as often, at least 30 times.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
char s[100];
int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  int open = 0, close = 0, i = 0;
  while (i < 100 && (s[i] == '(' || s[i] == ')')) {
    if (s[i] == '(')
      open++;
    else
      close++;
    i++;
  }
  if (open >= 30 && open == close) target();
  return 0;
}
