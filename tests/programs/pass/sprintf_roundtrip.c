// Numbers to text and back for many values and formats.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char b[64];
  int bad = 0;
  uint64_t s = 1;
  unsigned h = 0;
  for (int i = 0; i < 200; i++) {
    s = s * 6364136223846793005ull + 1442695040888963407ull;
    int64_t v = (int64_t)s >> (i % 60);
    snprintf(b, sizeof b, "%" PRId64, v);
    bad += strtoll(b, NULL, 10) != v;
    snprintf(b, sizeof b, "%#" PRIx64, (uint64_t)v);
    bad += strtoull(b, NULL, 0) != (uint64_t)v;
    snprintf(b, sizeof b, "%#" PRIo64, (uint64_t)v);
    bad += strtoull(b, NULL, 8) != (uint64_t)v;
    double d = (double)v / 1048576.0;
    snprintf(b, sizeof b, "%.17g", d);
    bad += strtod(b, NULL) != d;
    for (char *p = b; *p; p++) h = h * 31 + (unsigned char)*p;
    snprintf(b, sizeof b, "%a", d);
    bad += strtod(b, NULL) != d;
    int64_t back;
    snprintf(b, sizeof b, "x=%" PRId64 ";", v);
    bad += sscanf(b, "x=%" SCNd64, &back) != 1 || back != v;
  }
  printf("%d %u\n", bad, h);
  return 0;
}
