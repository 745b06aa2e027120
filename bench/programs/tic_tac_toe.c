// N symbolic moves on a board of nine; illegal moves end the game, three in a row win.
// Grows: the board is written through a symbolic index, and eight lines are tested after each move.
// Size: N, the number of moves.
//@ paths-at: N=1 2
//@ paths-at: N=2 4
//@ paths-at: N=3 6
//@ domain: moves/1: 0..10 255
#include <assert.h>
#ifndef N
#define N 5
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static unsigned char board[9];
static const unsigned char lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                          {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static int wins(unsigned char player) {
  for (int i = 0; i < 8; i++) {
    const unsigned char *l = lines[i];
    if ((board[l[0]] == player) & (board[l[1]] == player) & (board[l[2]] == player))
      return 1;
  }
  return 0;
}

static int stones(void) {
  int count = 0;
  for (int i = 0; i < 9; i++)
    count += board[i] != 0;
  return count;
}

int main(void) {
  unsigned char moves[N];
  klee_make_symbolic(moves, sizeof moves, "moves");
  for (int i = 0; i < N; i++) {
    unsigned char player = (unsigned char)(i % 2 + 1), at = moves[i];
    if (at >= 9)
      return -1;
    if (board[at])
      return -2;
    board[at] = player;
    if (wins(player)) {
      assert(i >= 4);
      return player;
    }
  }
  assert(stones() == N);
  return 0;
}
