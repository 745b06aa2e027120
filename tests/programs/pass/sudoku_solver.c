// Sudoku by constraint masks and backtracking.
#include <stdio.h>
static int row[9], col[9], box[9], grid[81], nodes;
static int solve(void) {
  int best = -1, bestn = 10;
  for (int i = 0; i < 81; i++) {
    if (grid[i]) continue;
    int used = row[i / 9] | col[i % 9] | box[i / 27 * 3 + i % 9 / 3], n = 9 - __builtin_popcount((unsigned)used);
    if (n < bestn) { bestn = n; best = i; }
  }
  if (best < 0) return 1;
  nodes++;
  int r = best / 9, c = best % 9, b = best / 27 * 3 + c / 3;
  for (int d = 1; d <= 9; d++) {
    int bit = 1 << d;
    if ((row[r] | col[c] | box[b]) & bit) continue;
    row[r] |= bit; col[c] |= bit; box[b] |= bit; grid[best] = d;
    if (solve()) return 1;
    row[r] ^= bit; col[c] ^= bit; box[b] ^= bit; grid[best] = 0;
  }
  return 0;
}
int main(void) {
  const char *p = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  for (int i = 0; i < 81; i++)
    if (p[i] != '.') { int d = p[i] - '0', bit = 1 << d; grid[i] = d; row[i / 9] |= bit; col[i % 9] |= bit; box[i / 27 * 3 + i % 9 / 3] |= bit; }
  printf("%d %d\n", solve(), nodes > 0);
  for (int i = 0; i < 81; i++) printf("%d%s", grid[i], i % 9 == 8 ? "\n" : "");
  return 0;
}
