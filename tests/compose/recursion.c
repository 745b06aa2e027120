// Recursion is entered; what it returns is still right.
//@ target: target
//@ verdict: reachable
int klee_int(const char *);
void klee_assume(unsigned long);
int fib(int n) {
  if (n < 2)
    return n;
  return fib(n - 1) + fib(n - 2);
}
void target(void) {}
int main(void) {
  int n = klee_int("n");
  klee_assume((n >= 0) & (n < 8));
  if (fib(n) == 8)
    target();
  return 0;
}
