//@ stdin: 42 -17 0x1f 3.5 word\nline with spaces\n7,8,9\nabc123 999\n12:34:56\nend
// scanf: numbers, words, sets, suppression, literal matches, end of input.
#include <stdio.h>
int main(void) {
  int a, b, c;
  double d;
  char w[32], l[64];
  printf("%d ", scanf("%d %d %i %lf %31s", &a, &b, &c, &d, w));
  printf("%d %d %d %g %s\n", a, b, c, d, w);
  printf("%d ", scanf(" %63[^\n]", l));
  printf("[%s]\n", l);
  printf("%d ", scanf("%d,%d,%d", &a, &b, &c));
  printf("%d %d %d\n", a, b, c);
  printf("%d ", scanf(" %31[a-z]%d%*d", w, &a));
  printf("%s %d\n", w, a);
  int n = 0;
  printf("%d ", scanf("%2d:%2d:%2d%n", &a, &b, &c, &n));
  printf("%d %d %d\n", a, b, c);
  printf("%d ", scanf("%d", &a));
  printf("%d ", scanf("%3c", w));
  printf("%.3s\n", w);
  printf("%d\n", scanf("%d", &a) == EOF);
  return 0;
}
