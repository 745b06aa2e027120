// Warnings change nothing about the paths.
// 2 paths.
//@ verdict: explored
//@ paths: 2
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_warning(const char *);
void klee_warning_once(const char *);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  for (int i = 0; i < 3; i++)
    klee_warning_once("in the loop");
  if (x == 1)
    klee_warning("x is one");
  return 0;
}
