// A string ends somewhere; the index after the last dot is inside it, the one before the first may not be.
//@ entry: extension
//@ witness: char s[1] = ""; extension(s)
#include <stddef.h>
char extension(const char *name) {
  size_t n = 0;
  if (!name)
    return 0;
  while (name[n])
    n++;
  while (name[n - 1] != '.') //~ BUG out-of-bounds-read
    n--;
  return name[n];
}
