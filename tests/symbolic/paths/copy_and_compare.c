// Symbolic bytes copied by memcpy keep their identity.
// 2 = one byte of the copy decides; that it equals the original's is known.
//@ paths: 2
//@ domain: a/1: 0 1 'x'
#include <assert.h>
#include <string.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  char a[4], b[4];
  klee_make_symbolic(a, sizeof a, "a");
  memcpy(b, a, sizeof b);
  assert(a[1] == b[1]);
  if (b[2] == 'x')
    return a[2] == 'x';
  return 0;
}
