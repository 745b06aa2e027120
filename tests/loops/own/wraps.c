// A counter of eight bits wraps around: 86 times three is two.
//@ verdict: reachable
int klee_int(const char *);
void target(void) {}
int main(void) {
  int n = klee_int("n");
  unsigned char c = 0;
  int i = 0;
  while (i < n) {
    c += 3;
    i++;
  }
  if (c == 2 && i > 0 && i < 200) target();
  return 0;
}
