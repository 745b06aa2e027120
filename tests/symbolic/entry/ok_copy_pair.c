// Two pointers of one type before one length share it; they may be the same buffer.
//@ entry: copy
//@ clean: char a[2] = {1, 2}, b[2]; copy(b, a, 2); copy(a, a, 2); copy(0, a, 2)
#include <stddef.h>
int copy(char *to, const char *from, size_t n) {
  if (!to || !from)
    return 0;
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
  return 1;
}
