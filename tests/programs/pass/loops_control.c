// while, do, for with break and continue, nested and empty loops, infinite with exit.
#include <stdio.h>
int main(void) {
  int s = 0;
  for (int i = 0;; i++) { if (i % 2) continue; if (i > 20) break; s += i; }
  printf("%d\n", s);
  int n = 27, steps = 0;
  while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; }
  printf("%d\n", steps);
  int k = 5;
  do { s -= k; } while (k-- > 0);
  printf("%d %d\n", s, k);
  int count = 0;
  for (int a = 1; a < 30; a++)
    for (int b = a; b < 30; b++) {
      int c = 0;
      while (c * c < a * a + b * b) c++;
      if (c * c != a * a + b * b) continue;
      if (c > 30) break;
      count++;
    }
  printf("%d\n", count);
  unsigned u = 3;
  while (u-- > 0) printf("%u ", u);
  printf("%u\n", u);
  for (char c = 'a', d = 'z'; c < d; c += 2, d -= 3) printf("%c%c ", c, d);
  printf("\n");
  for (double f = 0; f < 1; f += 0.125) s++;
  int rows = 0;
  for (;;) { do { if (++rows % 3) break; rows += 10; } while (0); if (rows > 50) break; }
  printf("%d %d\n", s, rows);
  return 0;
}
