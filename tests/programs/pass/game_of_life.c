// Conway's life on a torus: a glider and an R-pentomino.
#include <stdio.h>
#include <string.h>
enum { H = 16, W = 24 };
static unsigned char a[H][W], b[H][W];
static void step(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int n = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (dx || dy) n += a[(y + dy + H) % H][(x + dx + W) % W];
      b[y][x] = n == 3 || (n == 2 && a[y][x]);
    }
  memcpy(a, b, sizeof a);
}
static int alive(void) { int n = 0; for (int i = 0; i < H * W; i++) n += a[i / W][i % W]; return n; }
int main(void) {
  static const int glider[][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}, rpent[][2] = {{7, 11}, {7, 12}, {8, 10}, {8, 11}, {9, 11}};
  for (int i = 0; i < 5; i++) a[glider[i][0]][glider[i][1]] = 1;
  for (int g = 0; g < 12; g++) step();
  for (int y = 0; y < 8; y++) { for (int x = 0; x < 12; x++) putchar(a[y][x] ? '#' : '.'); putchar('\n'); }
  memset(a, 0, sizeof a);
  for (int i = 0; i < 5; i++) a[rpent[i][0]][rpent[i][1]] = 1;
  for (int g = 0; g <= 40; g++) { if (g % 10 == 0) printf("%d:%d ", g, alive()); step(); }
  printf("\n");
  return 0;
}
