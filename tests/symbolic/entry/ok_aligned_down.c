// A pointer rounded down to a multiple of its alignment is the same pointer.
//@ entry: first
//@ clean: _Alignas(16) char a[16] = "x"; first(a); first(0)
#include <stdint.h>
int first(const char *p) {
  const char *down = (const char *)((uintptr_t)p & ~(uintptr_t)3);
  if (!p)
    return 0;
  return *down == 'x';
}
