// The parameters of a compressor of zstd: one is set and read back, others are checked and adjusted
// to the sizes of the source and of the dictionary. The library is compiled with this file.
#include "compress/zstd_compress.c"

int klee_int(const char *);

int main(void) {
  ZSTD_CCtx_params params;
  ZSTD_CCtxParams_init(&params, 3);
  ZSTD_cParameter parameter = (ZSTD_cParameter)klee_int("parameter");
  if (ZSTD_isError(ZSTD_CCtxParams_setParameter(&params, parameter, klee_int("value")))) {
    return 1;
  }
  int back = 0;
  if (ZSTD_isError(ZSTD_CCtxParams_getParameter(&params, parameter, &back))) {
    return 2;
  }
  unsigned window = (unsigned)klee_int("window"), hash = (unsigned)klee_int("hash");
  ZSTD_compressionParameters own = {window, 16, hash, 4, 5, 8, ZSTD_lazy};
  if (ZSTD_isError(ZSTD_checkCParams(own))) {
    return 3;
  }
  unsigned source = (unsigned)klee_int("source"), dictionary = (unsigned)klee_int("dictionary");
  own = ZSTD_adjustCParams(own, source, dictionary);
  return own.windowLog > 20 ? 4 : 0;
}
