// 4 = which object p points to is decided by a branch; each content is then tested once: 2 * 2.
//@ paths: 4
//@ domain: c: 0 1
//@ domain: a: 0 7
//@ domain: b: 0 7
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int a, b, *p;
  unsigned c;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if (c & 1)
    p = &a;
  else
    p = &b;
  if (*p == 7)
    return 1;
  return 0;
}
