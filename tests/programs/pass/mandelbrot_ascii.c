// The Mandelbrot set in characters: doubles compared in a hot loop.
#include <stdio.h>
int main(void) {
  for (int y = 0; y < 16; y++) {
    for (int x = 0; x < 48; x++) {
      double cr = x / 16.0 - 2.2, ci = y / 7.5 - 1.0, r = 0, i = 0;
      int n = 0;
      while (n < 40 && r * r + i * i <= 4) { double t = r * r - i * i + cr; i = 2 * r * i + ci; r = t; n++; }
      putchar(" .:-=+*#%@"[n * 9 / 40]);
    }
    putchar('\n');
  }
  return 0;
}
