// Printing terms and ranges goes to the log and changes nothing.
// 2 paths.
//@ verdict: explored
//@ paths: 2
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_print_expr(const char *, ...);
void klee_print_range(const char *, int);
void klee_stack_trace(void);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_print_expr("x plus one", x + 1);
  klee_print_range("x", x);
  klee_stack_trace();
  if (x == 0)
    return 1;
  return 0;
}
