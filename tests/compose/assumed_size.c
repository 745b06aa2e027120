// What holds of the inputs from the start (a size of at most 64) holds in every formula.
//@ target: never
//@ verdict: unreachable
#include <stddef.h>
#include <stdint.h>
void never(void) {}
int long_enough(size_t size, size_t least) { return size >= least ? 1 : 0; }
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (long_enough(size, 100))
    never();
  return size > 0 && data[0] == 7;
}
