// 2 = abort, a bug, or not.
//@ verdict: explored
//@ paths: 2
//@ bugs: reached-abort
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
__attribute__((noreturn)) void klee_abort(void);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 77)
    klee_abort(); //~ BUG reached-abort
  return 0;
}
