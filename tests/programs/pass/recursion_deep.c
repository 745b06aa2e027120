// Recursion ten thousand frames deep, each with a local array.
#include <stdio.h>
static unsigned deep(unsigned n, unsigned h) {
  unsigned char local[16];
  for (unsigned i = 0; i < 16; i++) local[i] = (unsigned char)(n * i + h);
  if (n == 0) return h;
  unsigned r = deep(n - 1, h * 31 + local[n % 16]);
  return r ^ local[r % 16];
}
static int count(const char *s) { return *s ? 1 + count(s + 1) : 0; }
static void hanoi(int n, int a, int b, int c, unsigned *h) {
  if (n == 0) return;
  hanoi(n - 1, a, c, b, h);
  *h = *h * 7 + (unsigned)(a * 3 + c);
  hanoi(n - 1, b, a, c, h);
}
int main(void) {
  printf("%u\n", deep(10000, 1));
  static char buf[5001];
  for (int i = 0; i < 5000; i++) buf[i] = 'a';
  printf("%d\n", count(buf));
  unsigned h = 1;
  hanoi(10, 1, 2, 3, &h);
  printf("%u\n", h);
  return 0;
}
