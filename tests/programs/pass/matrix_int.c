// Integer matrices: product, power, determinant by fraction-free elimination.
#include <stdio.h>
#include <string.h>
typedef long mat[3][3];
static void mul(mat out, mat a, mat b) {
  mat t = {{0}};
  for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 3; k++) t[i][j] = (t[i][j] + a[i][k] * b[k][j]) % 1000000007;
  memcpy(out, t, sizeof t);
}
static void power(mat out, mat m, unsigned long e) {
  mat r = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, b;
  memcpy(b, m, sizeof b);
  for (; e; e >>= 1) { if (e & 1) mul(r, r, b); mul(b, b, b); }
  memcpy(out, r, sizeof r);
}
static long det(int n, long m[n][n]) {
  long prev = 1;
  int sign = 1;
  for (int k = 0; k < n - 1; k++) {
    if (m[k][k] == 0) {
      int s = k + 1;
      while (s < n && m[s][k] == 0) s++;
      if (s == n) return 0;
      for (int j = 0; j < n; j++) { long t = m[k][j]; m[k][j] = m[s][j]; m[s][j] = t; }
      sign = -sign;
    }
    for (int i = k + 1; i < n; i++) for (int j = k + 1; j < n; j++) m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]) / prev;
    prev = m[k][k];
  }
  return sign * m[n - 1][n - 1];
}
int main(void) {
  mat t = {{1, 1, 1}, {1, 0, 0}, {0, 1, 0}}, r;
  for (unsigned long e = 1; e < 2000000000000UL; e *= 37) { power(r, t, e); printf("%ld ", r[0][2]); }
  printf("\n");
  long m[4][4] = {{2, -1, 3, 0}, {4, 1, 0, 7}, {0, 5, -2, 1}, {3, 3, 1, -4}};
  long z[3][3] = {{0, 2, 1}, {1, 0, 3}, {2, 1, 0}};
  printf("%ld %ld\n", det(4, m), det(3, z));
  return 0;
}
