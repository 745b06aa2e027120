// A variable that is mirrored in each iteration: no rule covers it, and no proof is claimed.
//@ verdict: unknown
//@ time: 4s
void target(void) {}
int klee_int(const char *);
int main(void) {
  int i = klee_int("i");
  if (i != 1) return 0;
  while (i < 3) i = 3 - i;
  target();
  return 0;
}
