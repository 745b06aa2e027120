// A frame of N bytes and its CRC-8, computed bit by bit and by table; a frame is accepted if the sum is right.
// Grows: not in paths (the bits are selected by masks, the table by a symbolic index) but in the size of terms.
// Size: N, the number of payload bytes.
//@ paths-at: N=1 3
//@ domain: frame/1: 0..255
#include <assert.h>
#ifndef N
#define N 4
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static unsigned char table[256];

static unsigned char step(unsigned char crc) {
  unsigned char top = (unsigned char)(0 - (crc >> 7));
  return (unsigned char)(crc << 1 ^ (0x07 & top));
}

static void fill_table(void) {
  for (int i = 0; i < 256; i++) {
    unsigned char crc = (unsigned char)i;
    for (int bit = 0; bit < 8; bit++)
      crc = step(crc);
    table[i] = crc;
  }
}

static unsigned char by_bits(const unsigned char *data, int n) {
  unsigned char crc = 0;
  for (int i = 0; i < n; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++)
      crc = step(crc);
  }
  return crc;
}

static unsigned char by_table(const unsigned char *data, int n) {
  unsigned char crc = 0;
  for (int i = 0; i < n; i++)
    crc = table[crc ^ data[i]];
  return crc;
}

int main(void) {
  unsigned char frame[N + 1];
  fill_table();
  klee_make_symbolic(frame, sizeof frame, "frame");
  if (by_bits(frame, N) != frame[N])
    return 1;
  assert(by_table(frame, N + 1) == 0);
  if (frame[0] == 0x55 && frame[N] == 0xAA)
    return 2;
  return 0;
}
