// Pairs of count and byte, with a literal run for counts above 128, into a bounded output.
// Grows: by the counts, each of which is a loop bound.
// Size: N, the number of bytes; the output holds 2 * N.
//@ paths-at: N=1 3
//@ paths-at: N=2 8
//@ domain: data/1: 0..255
#include <assert.h>
#ifndef N
#define N 5
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static int decode(const unsigned char *in, unsigned char *out) {
  int i = 0, used = 0;
  while (i < N) {
    unsigned count = in[i++];
    if (count == 0)
      return used;
    if (count > 128) {
      count -= 128;
      if (count > (unsigned)(N - i) || count > (unsigned)(2 * N - used))
        return -1;
      for (unsigned k = 0; k < count; k++)
        out[used++] = in[i++];
      continue;
    }
    if (i == N)
      return -2;
    unsigned char value = in[i++];
    if (count > (unsigned)(2 * N - used))
      return -3;
    for (unsigned k = 0; k < count; k++)
      out[used++] = value;
  }
  return used;
}

int main(void) {
  unsigned char data[N], out[2 * N];
  klee_make_symbolic(data, sizeof data, "data");
  int used = decode(data, out);
  assert(used <= 2 * N);
  if (used >= 2 && out[0] == out[1])
    return 1;
  return 0;
}
