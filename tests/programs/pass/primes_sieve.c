// Sieves of Eratosthenes: bytes, bits, and a segmented one; they must agree.
#include <stdio.h>
#include <string.h>
enum { N = 20000 };
static unsigned char bytes[N + 1];
static unsigned bits[N / 32 + 1];
int main(void) {
  int count = 0, last = 0;
  for (int i = 2; i <= N; i++) {
    if (bytes[i]) continue;
    count++;
    last = i;
    for (int j = i * 2; j <= N; j += i) bytes[j] = 1;
  }
  printf("%d %d\n", count, last);
  int c2 = 0;
  for (unsigned i = 2; i <= N; i++)
    if (!(bits[i / 32] >> (i % 32) & 1)) {
      c2++;
      for (unsigned j = i * i; j <= N; j += i) bits[j / 32] |= 1u << (j % 32);
    }
  int c3 = 0;
  unsigned char seg[500];
  for (int lo = 0; lo <= N; lo += 500) {
    memset(seg, 0, sizeof seg);
    for (int p = 2; p * p <= lo + 499; p++) {
      if (bytes[p]) continue;
      int s = (lo + p - 1) / p * p;
      if (s < p * p) s = p * p;
      for (; s < lo + 500; s += p) seg[s - lo] = 1;
    }
    for (int i = 0; i < 500; i++) if (lo + i >= 2 && lo + i <= N && !seg[i]) c3++;
  }
  printf("%d %d\n", c2, c3);
  int twins = 0, gap = 0, prev = 2;
  for (int i = 3; i <= N; i++) if (!bytes[i]) { twins += i - prev == 2; if (i - prev > gap) gap = i - prev; prev = i; }
  printf("%d %d\n", twins, gap);
  return 0;
}
