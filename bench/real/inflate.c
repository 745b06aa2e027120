// zlib's inflate on N bytes of any contents: a zlib or gzip stream, header, checksum and all.
// The output goes into M bytes, so that long matches fill it and stop the decoder.
#include <stdlib.h>
#include <string.h>
#include "zlib.h"
#ifndef N
#define N 24
#endif
#ifndef M
#define M 64
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

int main(void) {
  unsigned char packed[N], plain[M];
  klee_make_symbolic(packed, sizeof packed, "packed");
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  // 32 more than the window's bits: zlib and gzip headers are told apart by inflate itself.
  if (inflateInit2(&stream, 15 + 32) != Z_OK) return 2;
  stream.next_in = packed;
  stream.avail_in = sizeof packed;
  stream.next_out = plain;
  stream.avail_out = sizeof plain;
  int status = inflate(&stream, Z_SYNC_FLUSH);
  if (stream.total_out > sizeof plain || stream.total_in > sizeof packed) abort();
  inflateEnd(&stream);
  return status == Z_STREAM_END ? 0 : 1;
}
