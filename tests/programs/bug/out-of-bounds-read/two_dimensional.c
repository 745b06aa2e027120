#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int(*m)[3] = calloc(4, sizeof *m);
  int s = 0;
  for (int i = 0; i < 4 + argc; i++)
    s += m[i][2]; //~ BUG out-of-bounds-read
  printf("%d\n", s);
  free(m);
  return 0;
}
