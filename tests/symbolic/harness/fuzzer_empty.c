// Size 0 is an input too.
// 2 paths, one of them the bug.
//@ verdict: explored
//@ entry: LLVMFuzzerTestOneInput
//@ max-size: 2
//@ paths: 2
//@ bugs: assertion-failure
//@ domain: size: 0..2
//@ domain: data/1: 0 1
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  assert(size > 0); //~ BUG assertion-failure
  return 0;
}
