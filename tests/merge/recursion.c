// Calls that return at different places and depths become one after the call.
//@ target: target
//@ verdict: reachable
//@ strategies: merge
//@ executions: merge <=200
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
static int count(const unsigned char *text, int left) {
  if (left == 0)
    return 0;
  if (*text == 0)
    return 100;
  int rest = count(text + 1, left - 1);
  if (*text == 1)
    return 1 + rest;
  return rest;
}
int main(void) {
  unsigned char in[12];
  klee_make_symbolic(in, sizeof in, "in");
  int found = count(in, 12);
#ifdef NEVER
  if (found > 12 && found < 100)
    target();
#else
  if (found == 107)
    target();
#endif
  return 0;
}
