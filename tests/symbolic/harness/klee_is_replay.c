// 0 while exploring, 1 in a native replay.
// 2 = only x splits.
//@ verdict: explored
//@ paths: 2
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
unsigned klee_is_replay(void);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  unsigned replay = klee_is_replay();
  if (x == 9)
    return 1 + (int)(replay & 0);
  return 0;
}
