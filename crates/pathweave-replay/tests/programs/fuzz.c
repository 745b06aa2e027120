#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size >= 3 && memcmp(data, "FUZ", 3) == 0)
    return data[3];
  return 0;
}
