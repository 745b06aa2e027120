// Compresses and restores one mebibyte at three levels, and prints checksums.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zlib.h"

enum { SIZE = 1 << 20 };

static void fill(unsigned char *data) {
  static const char *const words[] = {"the", "path", "weaves", "through", "branches", "and", "loops", "of", "a", "program"};
  unsigned seed = 20240229;
  size_t at = 0;
  while (at < SIZE) {
    seed = seed * 1664525u + 1013904223u;
    if (seed >> 28 == 0) {
      data[at++] = (unsigned char)(seed >> 16);
      continue;
    }
    const char *word = words[(seed >> 20) % 10];
    size_t length = strlen(word);
    for (size_t i = 0; i < length && at < SIZE; i++) data[at++] = (unsigned char)word[i];
    if (at < SIZE) data[at++] = ' ';
  }
}

int main(void) {
  unsigned char *data = malloc(SIZE), *back = malloc(SIZE);
  uLong bound = compressBound(SIZE);
  unsigned char *packed = malloc(bound);
  fill(data);
  printf("zlib %s\n", zlibVersion());
  printf("input   crc %08lx adler %08lx\n", crc32(0, data, SIZE), adler32(1, data, SIZE));
  static const int levels[] = {1, 6};
  for (int i = 0; i < 2; i++) {
    uLongf packed_size = bound, back_size = SIZE;
    int made = compress2(packed, &packed_size, data, SIZE, levels[i]);
    printf("level %d %d %lu bytes crc %08lx\n", levels[i], made, packed_size, crc32(0, packed, (uInt)packed_size));
    memset(back, 0, SIZE);
    int restored = uncompress(back, &back_size, packed, packed_size);
    printf("restored %d %lu bytes %s\n", restored, back_size, memcmp(data, back, SIZE) ? "different" : "equal");
  }
  packed[100] ^= 0x40;
  uLongf back_size = SIZE;
  printf("damaged data is noticed: %d\n", uncompress(back, &back_size, packed, bound) != Z_OK);
  free(packed);
  free(back);
  free(data);
  return 0;
}
