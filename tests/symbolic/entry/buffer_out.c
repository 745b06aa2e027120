// Two buffers: the output is smaller than what doubling needs.
//@ entry: escape
//@ witness: escape("\"\"\"\"\"", 5)
//@ witness: escape("x\"\"\"\"", 5)
//@ buffer: in n
#include <stddef.h>
int escape(const char *in, size_t n) {
  char out[8];
  size_t used = 0;
  if (!in || n > 6)
    return -1;
  for (size_t i = 0; i < n; i++) {
    if (in[i] == '"')
      out[used++] = '\\'; //~ BUG out-of-bounds-write
    out[used++] = in[i];  //~ BUG out-of-bounds-write
  }
  return used ? out[0] : 0;
}
