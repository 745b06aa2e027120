// In-place rotation, spiral order, Pascal's triangle and magic squares.
#include <stdio.h>
enum { N = 5 };
static void show(int m[N][N]) { for (int i = 0; i < N; i++) { for (int j = 0; j < N; j++) printf("%3d", m[i][j]); printf("\n"); } }
int main(void) {
  int m[N][N], v = 1;
  for (int top = 0, bot = N - 1, l = 0, r = N - 1; top <= bot && l <= r;) {
    for (int j = l; j <= r; j++) m[top][j] = v++;
    top++;
    for (int i = top; i <= bot; i++) m[i][r] = v++;
    r--;
    for (int j = r; j >= l && top <= bot; j--) m[bot][j] = v++;
    bot--;
    for (int i = bot; i >= top && l <= r; i--) m[i][l] = v++;
    l++;
  }
  show(m);
  for (int i = 0; i < N / 2; i++)
    for (int j = i; j < N - 1 - i; j++) {
      int t = m[i][j];
      m[i][j] = m[N - 1 - j][i];
      m[N - 1 - j][i] = m[N - 1 - i][N - 1 - j];
      m[N - 1 - i][N - 1 - j] = m[j][N - 1 - i];
      m[j][N - 1 - i] = t;
    }
  show(m);
  int magic[N][N] = {{0}};
  for (int k = 1, i = 0, j = N / 2; k <= N * N; k++) { magic[i][j] = k; int a = (i + N - 1) % N, b = (j + 1) % N; if (magic[a][b]) i = (i + 1) % N; else { i = a; j = b; } }
  int ok = 1;
  for (int i = 0; i < N; i++) { int r = 0, c = 0; for (int j = 0; j < N; j++) { r += magic[i][j]; c += magic[j][i]; } ok &= r == 65 && c == 65; }
  printf("%d\n", ok);
  int tri[10][10] = {{0}};
  for (int i = 0; i < 10; i++) for (int j = 0; j <= i; j++) tri[i][j] = j == 0 || j == i ? 1 : tri[i - 1][j - 1] + tri[i - 1][j];
  for (int j = 0; j < 10; j++) printf("%d ", tri[9][j]);
  printf("\n");
  return 0;
}
