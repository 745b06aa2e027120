// The near miss of fuzzer_overread: the length byte is checked against the size.
// 6 = too short; length beyond the data; 0, 1, 2 or 3 rounds.
//@ verdict: explored
//@ entry: LLVMFuzzerTestOneInput
//@ max-size: 4
//@ paths: 6
//@ domain: size: 0..4
//@ domain: data/1: 0..4 255
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  unsigned length = data[0], sum = 0;
  if (length > size - 1)
    return 0;
  for (unsigned i = 0; i < length; i++)
    sum += data[1 + i];
  return (int)(sum & 0);
}
