// The user's own error, with file, line and message; reported as reached-abort where it is called.
// 2 paths.
//@ verdict: explored
//@ paths: 2
//@ bugs: reached-abort
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
__attribute__((noreturn)) void klee_report_error(const char *, int, const char *, const char *);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 200)
    klee_report_error(__FILE__, __LINE__, "x is two hundred", "user.err"); //~ BUG reached-abort
  return 0;
}
