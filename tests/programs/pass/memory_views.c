// Reading objects as bytes, byte order, memcpy between types, memcmp of arrays.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static void dump(const void *p, size_t n) { for (size_t i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]); printf(" "); }
int main(void) {
  int i = 0x01020304;
  double d = -1.0;
  short s[3] = {1, -2, 256};
  dump(&i, sizeof i);
  dump(&d, sizeof d);
  dump(s, sizeof s);
  printf("%d\n", *(char *)&i == 4);
  uint64_t u = 0;
  memcpy((char *)&u + 2, s, 6);
  printf("%016lx\n", (unsigned long)u);
  float f;
  uint32_t w = 0x40490fdb;
  memcpy(&f, &w, 4);
  printf("%.6f\n", (double)f);
  unsigned char buf[16] = {0};
  uint32_t v = 0xcafebabe;
  memcpy(buf + 3, &v, 4);
  uint32_t back;
  memcpy(&back, buf + 3, 4);
  uint16_t mid;
  memcpy(&mid, buf + 4, 2);
  printf("%x %x\n", back, mid);
  int *ptrs[2] = {&i, NULL}, *copy[2];
  memcpy(copy, ptrs, sizeof ptrs);
  *copy[0] = 77;
  printf("%d %d\n", i, copy[1] == NULL);
  int a[4] = {1, 2, 3, 4}, b[4] = {1, 2, 3, 5};
  printf("%d %d %d\n", memcmp(a, b, 12), memcmp(a, b, 16) < 0, memcmp(b, a, 16) > 0);
  char *bytes = (char *)ptrs;
  int *again;
  for (size_t k = 0; k < sizeof again; k++) ((char *)&again)[k] = bytes[k];
  printf("%d\n", *again);
  return 0;
}
