// Mazes: breadth-first shortest path, flood fill, random walk with a fixed seed.
#include <stdio.h>
#include <string.h>
enum { H = 9, W = 21 };
static char maze[H][W + 1] = {"#####################", "#S....#.......#.....#", "#.###.#.#####.#.###.#", "#.#...#.#...#...#...#", "#.#.###.#.#.#####.###", "#.#.....#.#.....#...#", "#.#######.#####.###.#", "#.........#.....#..E#", "#####################"};
static int fill(int y, int x) { if (maze[y][x] == '#' || maze[y][x] == '~') return 0; maze[y][x] = '~'; return 1 + fill(y - 1, x) + fill(y + 1, x) + fill(y, x - 1) + fill(y, x + 1); }
int main(void) {
  int dist[H][W], qy[H * W], qx[H * W], head = 0, tail = 0;
  memset(dist, -1, sizeof dist);
  static const int dy[] = {-1, 1, 0, 0}, dx[] = {0, 0, -1, 1};
  qy[tail] = 1; qx[tail++] = 1; dist[1][1] = 0;
  while (head < tail) { int y = qy[head], x = qx[head++]; for (int k = 0; k < 4; k++) { int a = y + dy[k], b = x + dx[k]; if (maze[a][b] != '#' && dist[a][b] < 0) { dist[a][b] = dist[y][x] + 1; qy[tail] = a; qx[tail++] = b; } } }
  printf("%d\n", dist[7][19]);
  for (int y = 7, x = 19; dist[y][x] > 0;) { for (int k = 0; k < 4; k++) { int a = y + dy[k], b = x + dx[k]; if (dist[a][b] == dist[y][x] - 1) { y = a; x = b; if (maze[y][x] == '.') maze[y][x] = '*'; break; } } }
  for (int y = 0; y < H; y++) puts(maze[y]);
  printf("%d\n", fill(1, 1));
  return 0;
}
