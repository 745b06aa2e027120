// A buffer of unknown size, of which an earlier caller had looked further.
//@ target: error
//@ flags: --entry go
//@ code: 0
#include <stddef.h>
static int third(const char *p, int k) { if (k > 3) return p[2]; return 0; }
int go(const char *buf, size_t len, int k, int m) {
  if (!buf || len == 0 || buf[0] != 'a') return 0;
  int r = 0;
  if (m == 0) { if (len >= 4) { r = buf[3]; r += third(buf, k + 4); } return r; }
  return third(buf, k - 1000);
}
