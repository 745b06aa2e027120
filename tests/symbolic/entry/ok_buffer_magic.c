//@ entry: parse_header
//@ clean: unsigned char a[4] = {'P', 'W', 1, 0}, b[4] = {'P', 'W', 2, 0}; parse_header(a, 4); parse_header(b, 4)
//@ buffer: data size
#include <stddef.h>
int parse_header(const unsigned char *data, size_t size) {
  if (!data || size < 4)
    return -1;
  if (data[0] != 'P' || data[1] != 'W')
    return -2;
  unsigned length = data[2];
  if (length > size - 3)
    return -3;
  unsigned sum = 0;
  for (unsigned i = 0; i < length; i++)
    sum += data[3 + i];
  return (int)sum;
}
