// Each call takes one possible value and forgets the others, so the exploration is not complete, and says so.
// 1 path: after concretization nothing splits; the value satisfies the assumption.
//@ verdict: stopped
//@ incomplete: concretized
//@ paths: 1
//@ count: no
#include <assert.h>
#include <stdint.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(uintptr_t);
int32_t klee_get_value_i32(int32_t);
int64_t klee_get_value_i64(int64_t);
long klee_get_valuel(long);
long long klee_get_valuell(long long);
int main(void) {
  int32_t a;
  int64_t b;
  long c;
  long long d;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&d, sizeof d, "d");
  klee_assume(a > 100);
  klee_assume(b < -5);
  klee_assume(c == 7);
  klee_assume(d == 1ll << 40);
  a = klee_get_value_i32(a);
  b = klee_get_value_i64(b);
  c = klee_get_valuel(c);
  d = klee_get_valuell(d);
  assert(a > 100 && b < -5 && c == 7 && d == 1ll << 40);
  if (a % 2)
    return 1;
  return 0;
}
