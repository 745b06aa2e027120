//@ entry: extension
//@ clean: extension(""); extension("a"); extension("a.b"); extension(".")
#include <stddef.h>
char extension(const char *name) {
  size_t n = 0;
  if (!name)
    return 0;
  while (name[n])
    n++;
  while (n > 0 && name[n - 1] != '.')
    n--;
  return name[n];
}
