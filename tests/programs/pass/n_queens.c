// N queens: count with bit masks, first solution with backtracking.
#include <stdio.h>
#include <stdlib.h>
static long count(unsigned all, unsigned cols, unsigned l, unsigned r) {
  if (cols == all) return 1;
  long n = 0;
  for (unsigned free = all & ~(cols | l | r); free; free &= free - 1) { unsigned b = free & -free; n += count(all, cols | b, (l | b) << 1, (r | b) >> 1); }
  return n;
}
static int place(int *q, int row, int n) {
  if (row == n) return 1;
  for (int c = 0; c < n; c++) {
    int ok = 1;
    for (int r = 0; r < row && ok; r++) ok = q[r] != c && abs(q[r] - c) != row - r;
    if (ok) { q[row] = c; if (place(q, row + 1, n)) return 1; }
  }
  return 0;
}
int main(void) {
  for (unsigned n = 1; n <= 8; n++) printf("%u:%ld ", n, count((1u << n) - 1, 0, 0, 0));
  printf("\n");
  int q[10];
  for (int n = 4; n <= 10; n += 3) {
    if (place(q, 0, n)) for (int i = 0; i < n; i++) printf("%d%s", q[i], i < n - 1 ? "," : "\n");
  }
  return 0;
}
