// A callee that only switches: its leaves have to be told apart without an input.
//@ target: target
//@ verdict: reachable
int klee_int(const char *);
void target(void) {}
static int letter(int c) {
  switch (c) {
  case 10: return 1;
  case 20: return 5;
  default: return 0;
  }
}
int main(void) {
  int x = letter(klee_int("a"));
  int y = letter(klee_int("b"));
  int z = letter(klee_int("c"));
  if (x + y + z == 7) target();
  return 0;
}
