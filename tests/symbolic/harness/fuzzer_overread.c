// The length byte is trusted.
//@ verdict: explored
//@ entry: LLVMFuzzerTestOneInput
//@ max-size: 4
//@ bugs: out-of-bounds-read
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  unsigned length = data[0], sum = 0;
  for (unsigned i = 0; i < length && i < 8; i++)
    sum += data[1 + i]; //~ BUG out-of-bounds-read
  return sum == 12345;
}
