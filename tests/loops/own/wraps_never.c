// A counter that goes up in sixes wraps around, and is even all the same.
//@ verdict: unreachable
int klee_int(const char *);
void target(void) {}
int main(void) {
  int n = klee_int("n");
  unsigned char c = 0;
  for (int i = 0; i < n; i++) c += 6;
  if (c == 251) target();
  return 0;
}
