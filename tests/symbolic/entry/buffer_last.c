// An empty buffer has no last element.
//@ entry: ends_with_newline
//@ witness: char a[1] = {1}; ends_with_newline(a, 0)
//@ buffer: text size
#include <stddef.h>
int ends_with_newline(const char *text, size_t size) {
  if (text == NULL)
    return 0;
  return text[size - 1] == '\n'; //~ BUG out-of-bounds-read
}
