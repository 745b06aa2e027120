// restrict parameters and volatile objects: every access happens, in order.
#include <stdio.h>
static void axpy(int n, int k, const int *restrict x, int *restrict y) { for (int i = 0; i < n; i++) y[i] += k * x[i]; }
static volatile int reg;
static int reads;
static int poll(volatile int *p) { int n = 0; while (*p != 10) { *p = *p + 1; n++; } return n; }
struct dev { volatile unsigned status; volatile unsigned char data[4]; };
int main(void) {
  int x[12], y[12];
  for (int i = 0; i < 12; i++) { x[i] = i; y[i] = 100 - i; }
  axpy(12, 7, x, y);
  for (int i = 0; i < 12; i++) printf("%d ", y[i]);
  printf("\n");
  reg = 3;
  reads = poll(&reg);
  printf("%d %d\n", reads, reg);
  struct dev d = {0};
  for (unsigned i = 0; i < 9; i++) { d.status |= 1u << i; d.data[i % 4] = (unsigned char)(d.data[i % 4] + d.status); }
  printf("%u %u %u %u %u\n", d.status, d.data[0], d.data[1], d.data[2], d.data[3]);
  volatile double v = 1;
  for (int i = 0; i < 10; i++) v *= 1.5;
  printf("%a\n", v);
  const volatile int cv = 5;
  printf("%d\n", cv + cv);
  return 0;
}
