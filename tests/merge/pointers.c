// A pointer to one of several objects, written through and read again.
//@ target: target
//@ verdict: reachable
//@ strategies: merge
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
static int cells[3];
static int other;
static int *choose(unsigned char c) {
  if (c == 0)
    return &other;
  if (c < 3)
    return &cells[c];
  return &cells[0];
}
int main(void) {
  unsigned char in[3];
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 3; i++)
    *choose(in[i]) += i + 1;
#ifdef NEVER
  if (cells[1] + cells[2] + cells[0] + other != 6)
    target();
#else
  if (cells[1] == 4 && other == 2)
    target();
#endif
  return 0;
}
