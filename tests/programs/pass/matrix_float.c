// Doubles: Gaussian elimination with pivoting, printed exactly.
#include <math.h>
#include <stdio.h>
enum { N = 5 };
int main(void) {
  double a[N][N + 1];
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) a[i][j] = 1.0 / (i + j + 1);
    a[i][N] = i + 1;
  }
  for (int k = 0; k < N; k++) {
    int p = k;
    for (int i = k + 1; i < N; i++) if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
    for (int j = 0; j <= N; j++) { double t = a[k][j]; a[k][j] = a[p][j]; a[p][j] = t; }
    for (int i = k + 1; i < N; i++) {
      double f = a[i][k] / a[k][k];
      for (int j = k; j <= N; j++) { double prod = f * a[k][j]; a[i][j] -= prod; }
    }
  }
  double x[N];
  for (int i = N - 1; i >= 0; i--) {
    x[i] = a[i][N];
    for (int j = i + 1; j < N; j++) x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
  }
  for (int i = 0; i < N; i++) printf("%a %.10f\n", x[i], x[i]);
  return 0;
}
