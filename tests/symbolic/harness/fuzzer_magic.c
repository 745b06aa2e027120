// 6 = too short; mismatch at one of four bytes; the crash.
//@ verdict: explored
//@ entry: LLVMFuzzerTestOneInput
//@ max-size: 6
//@ paths: 6
//@ bugs: reached-abort
//@ domain: size: 0..6
//@ domain: data/1: 'F' 'U' 'Z' 0
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 4)
    return 0;
  if (data[0] == 'F' && data[1] == 'U' && data[2] == 'Z' && data[3] == 'Z')
    abort(); //~ BUG reached-abort
  return 0;
}
