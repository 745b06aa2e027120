// What one of the ways leaves undefined is not looked at on that way.
//@ target: error
//@ verdict: reachable
//@ strategies: merge
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  int value, known = 0;
  if (in[0] > 3) {
    value = in[1];
    known = 1;
  }
  if (in[1] == 5)
    known += 2;
#ifdef NEVER
  if ((known & 1) && value == 300)
    return *(int *)0;
#else
  if ((known & 1) && value == 200)
    return *(int *)0;
#endif
  return known;
}
