// 1 path: errno is set by a failing call and read back.
//@ verdict: explored
//@ paths: 1
//@ count: no
#include <assert.h>
#include <errno.h>
int klee_get_errno(void);
int main(void) {
  errno = ERANGE;
  assert(klee_get_errno() == ERANGE);
  return 0;
}
