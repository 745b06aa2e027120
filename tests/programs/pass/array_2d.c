// Two- and three-dimensional arrays, pointers to rows, transposition.
#include <stdio.h>
static int grid[4][6];
static void fill(int (*rows)[6], int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 6; j++) rows[i][j] = i * 10 + j;
}
static int column(int m[][6], int n, int j) {
  int s = 0;
  for (int i = 0; i < n; i++) s += m[i][j];
  return s;
}
int main(void) {
  fill(grid, 4);
  for (int j = 0; j < 6; j++) printf("%d ", column(grid, 4, j));
  printf("\n");
  int t[6][4];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 6; j++) t[j][i] = grid[i][j];
  for (int i = 0; i < 6; i++) printf("%d%s", t[i][3], i < 5 ? "," : "\n");
  int cube[3][4][5];
  for (int i = 0; i < 60; i++) cube[i / 20][i / 5 % 4][i % 5] = i * i;
  printf("%d %d %zu\n", cube[2][3][4], cube[1][0][3], sizeof cube[0]);
  int(*p)[4][5] = &cube[1];
  printf("%d %d\n", (*p)[2][2], p[1][0][0]);
  int (*row)[5] = cube[2];
  printf("%d %ld\n", row[1][1], (long)(&cube[2][1][0] - &cube[2][0][0]));
  char words[][8] = {"zero", "one", "two", "three"};
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) printf("%s/%c ", words[i], words[i][1]);
  printf("\n");
  return 0;
}
