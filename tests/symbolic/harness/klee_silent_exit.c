// The silent path is explored, but no test is written for it.
// 2 paths, 1 test.
//@ verdict: explored
//@ paths: 2
//@ tests: 1
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
__attribute__((noreturn)) void klee_silent_exit(int);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x > 9)
    klee_silent_exit(0);
  return 0;
}
