// Product of two matrices of doubles, 240 by 240.
#include <stdio.h>
enum { N = 240 };
static double a[N][N], b[N][N], c[N][N];
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * 31 + j * 17) % 97 / 8.0;
      b[i][j] = (i * 13 + j * 41) % 89 / 4.0;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  double trace = 0, total = 0;
  for (int i = 0; i < N; i++) {
    trace += c[i][i];
    for (int j = 0; j < N; j++) total += c[i][j];
  }
  printf("%.3f %.3f\n", trace, total);
  return 0;
}
