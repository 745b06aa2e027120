// 3 = the first byte is 1 or not; if so, the last one is 2 or not.
//@ verdict: explored
//@ paths: 3
//@ domain: memory/1: 0 1 2
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);
int main(void) {
  unsigned char buffer[4];
  __VERIFIER_nondet_memory(buffer, sizeof buffer);
  if (buffer[0] != 1)
    return 0;
  if (buffer[3] != 2)
    return 1;
  return 2;
}
