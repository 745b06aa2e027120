// Schoolbook long division on 32-bit limbs, checked by multiplying back.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static void mul(const uint32_t *a, int an, const uint32_t *b, int bn, uint32_t *r) {
  memset(r, 0, sizeof *r * (size_t)(an + bn));
  for (int i = 0; i < an; i++) {
    uint64_t c = 0;
    for (int j = 0; j < bn; j++) { c += (uint64_t)a[i] * b[j] + r[i + j]; r[i + j] = (uint32_t)c; c >>= 32; }
    r[i + bn] = (uint32_t)c;
  }
}
static void divide(const uint32_t *u, int un, const uint32_t *v, int vn, uint32_t *q, uint32_t *rem) {
  memset(q, 0, sizeof *q * (size_t)un);
  memset(rem, 0, sizeof *rem * (size_t)(vn + 1));
  for (int i = un * 32 - 1; i >= 0; i--) {
    for (int k = vn; k > 0; k--) rem[k] = rem[k] << 1 | rem[k - 1] >> 31;
    rem[0] = rem[0] << 1 | (u[i / 32] >> (i % 32) & 1);
    int ge = 1;
    if (!rem[vn]) for (int k = vn - 1; k >= 0; k--) if (rem[k] != v[k]) { ge = rem[k] > v[k]; break; }
    if (ge) {
      int64_t b = 0;
      for (int k = 0; k <= vn; k++) { b += (int64_t)rem[k] - (k < vn ? v[k] : 0); rem[k] = (uint32_t)b; b >>= 32; }
      q[i / 32] |= 1u << (i % 32);
    }
  }
}
int main(void) {
  uint32_t u[6] = {0x89abcdef, 0x01234567, 0xdeadbeef, 0xcafebabe, 0x0badf00d, 0x7}, v[3] = {0xffffffff, 0x12345, 0x3}, q[6], r[4], back[9];
  divide(u, 6, v, 3, q, r);
  for (int i = 5; i >= 0; i--) printf("%08x ", q[i]);
  printf("\n");
  for (int i = 3; i >= 0; i--) printf("%08x ", r[i]);
  printf("\n");
  mul(q, 6, v, 3, back);
  uint64_t c = 0;
  int same = 1;
  for (int i = 0; i < 9; i++) { c += back[i]; c += i < 3 ? r[i] : 0; same &= (uint32_t)c == (i < 6 ? u[i] : 0); c >>= 32; }
  printf("%d\n", same);
  return 0;
}
