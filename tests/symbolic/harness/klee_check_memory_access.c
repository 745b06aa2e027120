// A check inside the object passes; one beyond it is a bug.
// 2 = which of the two is made.
//@ verdict: explored
//@ paths: 2
//@ bugs: out-of-bounds-read
//@ domain: x: 0..255
//@ count: no
#include <stddef.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_check_memory_access(const void *, size_t);
int main(void) {
  char buffer[8];
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_check_memory_access(buffer, 8);
  klee_check_memory_access(buffer + 7, 1);
  if (x == 1)
    klee_check_memory_access(buffer + 4, 5); //~ BUG out-of-bounds-read
  return 0;
}
