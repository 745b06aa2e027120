// TACAS 2008: a string that contains four words. Whole-program exploration drowns in paths.
//@ define: N 30
//@ strategies: smart demand
//@ dart: no
//@ target: target
//@ verdict: reachable
//@ executions: demand <=37
void klee_make_symbolic(void *, unsigned long, const char *);
#ifndef N
#define N 30
#endif
static char text[N + 1];
int contains_at(const char *s, int i, const char *t) {
  int k = 0;
  while (t[k] != 0) {
    if (s[i + k] != t[k])
      return 0;
    k++;
  }
  return 1;
}
int contains(const char *s, const char *t) {
  int i = 0;
  while (s[i] != 0) {
    if (contains_at(s, i, t))
      return 1;
    i++;
  }
  return 0;
}
void target(void) {}
int main(void) {
  klee_make_symbolic(text, N, "text");
  if (contains(text, "Hello") && contains(text, "world") && contains(text, "at") &&
      contains(text, "Microsoft!"))
    target();
  return 0;
}
