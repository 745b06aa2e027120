// Dynamic programming: knapsack, longest common subsequence, edit distance, coins.
#include <stdio.h>
#include <string.h>
static int max(int a, int b) { return a > b ? a : b; }
static int min3(int a, int b, int c) { int m = a < b ? a : b; return m < c ? m : c; }
int main(void) {
  int w[] = {12, 2, 1, 4, 1, 7, 9}, v[] = {4, 2, 1, 10, 2, 9, 11}, best[26] = {0};
  for (int i = 0; i < 7; i++) for (int c = 25; c >= w[i]; c--) best[c] = max(best[c], best[c - w[i]] + v[i]);
  printf("%d %d\n", best[15], best[25]);
  const char *a = "AGGTABQXTXAYB", *b = "GXTXAYBAGGTAB";
  int n = (int)strlen(a), m = (int)strlen(b), l[20][20] = {{0}}, e[20][20];
  for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++) l[i][j] = a[i - 1] == b[j - 1] ? l[i - 1][j - 1] + 1 : max(l[i - 1][j], l[i][j - 1]);
  char out[20];
  int k = l[n][m];
  printf("%d ", k);
  out[k] = 0;
  for (int i = n, j = m; i && j;) if (a[i - 1] == b[j - 1]) { out[--k] = a[i - 1]; i--; j--; } else if (l[i - 1][j] >= l[i][j - 1]) i--; else j--;
  printf("%s\n", out);
  for (int i = 0; i <= n; i++) e[i][0] = i;
  for (int j = 0; j <= m; j++) e[0][j] = j;
  for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++) e[i][j] = min3(e[i - 1][j] + 1, e[i][j - 1] + 1, e[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
  printf("%d\n", e[n][m]);
  long ways[101] = {1};
  int coins[] = {1, 2, 5, 10, 20, 50};
  for (int i = 0; i < 6; i++) for (int s = coins[i]; s <= 100; s++) ways[s] += ways[s - coins[i]];
  printf("%ld %ld\n", ways[17], ways[100]);
  return 0;
}
