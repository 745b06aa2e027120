/* main of a fuzz target: one call with the data of the test. */
#include <stddef.h>
#include <stdint.h>

void *pathweave_replay_fuzzer_data(size_t *size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

int __wrap_main(int argc, char **argv) {
  size_t size;
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  const uint8_t *data = pathweave_replay_fuzzer_data(&size);
  LLVMFuzzerTestOneInput(data, size);
  return 0;
}
