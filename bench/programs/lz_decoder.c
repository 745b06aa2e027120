// Literals and back references (distance, length) into a window: copies overlap, indices are symbolic.
// Grows: by the lengths; distances do not split, they are symbolic reads.
// Size: N, the number of bytes.
//@ paths-at: N=1 2
//@ paths-at: N=2 8
//@ domain: data/1: 0..255
#include <assert.h>
#ifndef N
#define N 5
#endif
#define WINDOW (3 * N)
void klee_make_symbolic(void *, unsigned long, const char *);

static int decode(const unsigned char *in, unsigned char *out) {
  int i = 0, used = 0;
  while (i < N) {
    unsigned char token = in[i++];
    if (token < 0x80) {
      if (used == WINDOW)
        return -1;
      out[used++] = token;
      continue;
    }
    int length = (token >> 4 & 3) + 2, distance = (token & 15) + 1;
    if (distance > used)
      return -2;
    if (used + length > WINDOW)
      return -3;
    for (int k = 0; k < length; k++) {
      out[used] = out[used - distance];
      used++;
    }
  }
  return used;
}

int main(void) {
  unsigned char data[N], out[WINDOW];
  klee_make_symbolic(data, sizeof data, "data");
  int used = decode(data, out);
  if (used < 0)
    return 1;
  assert(used <= WINDOW);
  unsigned check = 0;
  for (int k = 0; k < used; k++)
    check = check * 31 + out[k];
  if (check == 97 * 31 + 97)
    return 2;
  return 0;
}
