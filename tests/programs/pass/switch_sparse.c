// Switches: dense, sparse, ranges, fall-through, on long and char, nested.
#include <stdio.h>
static int dense(int x) {
  switch (x) {
  case 0: return 10; case 1: return 11; case 2: return 15; case 3: return 13;
  case 4: return 19; case 5: return 12; case 6: return 0; case 7: return 17;
  default: return -1;
  }
}
static const char *sparse(long x) {
  switch (x) {
  case -1000000000000L: return "minus trillion";
  case -1: return "minus one";
  case 42: return "answer";
  case 0x7fffffffffffffffL: return "max";
  case 1L << 40: return "tera";
  default: return "other";
  }
}
static int range(unsigned char c) {
  switch (c) {
  case '0' ... '9': return 1;
  case 'a' ... 'f': case 'A' ... 'F': return 2;
  case 200 ... 255: return 3;
  }
  return 0;
}
static int fall(int n) {
  int r = 0;
  switch (n) {
  case 5: r += 5;
  case 4: r += 4; break;
  default: r += 100;
  case 3: r += 3;
  case 2: switch (r) { case 3: r *= 2; break; case 103: r -= 1; } r += 2;
  }
  return r;
}
int main(void) {
  for (int i = -1; i < 9; i++) printf("%d ", dense(i));
  printf("\n%s|%s|%s|%s|%s|%s\n", sparse(-1000000000000L), sparse(-1), sparse(42), sparse(0x7fffffffffffffffL), sparse(1L << 40), sparse(7));
  int counts[4] = {0};
  for (int i = 0; i < 256; i++) counts[range((unsigned char)i)]++;
  printf("%d %d %d %d\n", counts[0], counts[1], counts[2], counts[3]);
  for (int i = 0; i < 8; i++) printf("%d ", fall(i));
  printf("\n");
  return 0;
}
