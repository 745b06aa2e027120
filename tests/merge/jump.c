// A place to jump back to that depends on the way.
//@ target: target
//@ verdict: reachable
//@ strategies: merge
#include <setjmp.h>
#include <string.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
int main(void) {
  unsigned char which;
  jmp_buf a, b, c;
  klee_make_symbolic(&which, 1, "which");
  if (setjmp(a))
    return 1;
  if (setjmp(b)) {
    target();
    return 2;
  }
  if (which < 100)
    memcpy(c, a, sizeof a);
  else
    memcpy(c, b, sizeof b);
  longjmp(c, 1);
}
