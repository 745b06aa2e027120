// The macro of klee.h, spelled out: __assert_fail called directly.
// 2 = holds or fails.
//@ verdict: explored
//@ paths: 2
//@ bugs: assertion-failure
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
void __assert_fail(const char *, const char *, unsigned, const char *);
#define klee_assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __PRETTY_FUNCTION__))
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_assert(x != 3); //~ BUG assertion-failure
  return 0;
}
