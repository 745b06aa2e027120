// The header is compared byte by byte; the length inside it is not compared with the size.
//@ entry: parse_header
//@ witness: unsigned char a[4] = {'P', 'W', 200, 0}; parse_header(a, 4)
//@ buffer: data size
#include <stddef.h>
int parse_header(const unsigned char *data, size_t size) {
  if (!data || size < 4)
    return -1;
  if (data[0] != 'P' || data[1] != 'W')
    return -2;
  unsigned length = data[2];
  unsigned sum = 0;
  for (unsigned i = 0; i < length; i++)
    sum += data[3 + i]; //~ BUG out-of-bounds-read
  return (int)sum;
}
