// Much output: ten thousand lines' worth through the buffer, in odd pieces.
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[300];
  for (int i = 0; i < 120; i++) {
    int n = i * 7 % 290;
    memset(line, 'a' + i % 26, (size_t)n);
    line[n] = 0;
    printf("%d:%s\n", i, line);
    if (i % 10 == 0) fflush(stdout);
  }
  printf("%.300s|%300d|\n", line, 5);
  return 0;
}
