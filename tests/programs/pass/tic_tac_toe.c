// Minimax with alpha-beta for tic-tac-toe, counting nodes.
#include <stdio.h>
static int nodes;
static int win(const char *b) {
  static const int l[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  for (int i = 0; i < 8; i++) if (b[l[i][0]] != '.' && b[l[i][0]] == b[l[i][1]] && b[l[i][1]] == b[l[i][2]]) return b[l[i][0]];
  return 0;
}
static int search(char *b, char who, int alpha, int beta, int *best) {
  nodes++;
  int w = win(b);
  if (w) return w == who ? 10 : -10;
  int moves = 0;
  for (int i = 0; i < 9; i++) {
    if (b[i] != '.') continue;
    moves++;
    b[i] = who;
    int v = -search(b, who == 'x' ? 'o' : 'x', -beta, -alpha, NULL);
    b[i] = '.';
    if (v > alpha) { alpha = v; if (best) *best = i; }
    if (alpha >= beta) break;
  }
  return moves ? alpha : 0;
}
int main(void) {
  char b[10] = "x...o....";
  char who = 'x';
  for (int k = 0; k < 7 && !win(b); k++) { int m = -1; int v = search(b, who, -100, 100, &m); if (m < 0) break; b[m] = who; printf("%s %d %d\n", b, v, nodes); who = who == 'x' ? 'o' : 'x'; }
  return 0;
}
