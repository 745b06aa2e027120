// LLVMFuzzerInitialize runs once before the first input.
// 4 = too short, version differs, payload 0 or not.
//@ verdict: explored
//@ entry: LLVMFuzzerTestOneInput
//@ max-size: 3
//@ paths: 4
//@ count: no
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
static int version;
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  version = 3;
  return 0;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  assert(version == 3);
  if (size < 2)
    return 0;
  if (data[0] != version)
    return 0;
  if (data[1] == 0)
    return 0;
  return 0;
}
