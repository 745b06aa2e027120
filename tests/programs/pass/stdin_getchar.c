//@ stdin: 12+34*(5-2)/9 = ?\nabc
// getchar, ungetc, and a number reader that pushes back.
#include <ctype.h>
#include <stdio.h>
static int number(int *out) {
  int c = getchar(), n = 0, any = 0;
  while (isdigit(c)) { n = n * 10 + c - '0'; any = 1; c = getchar(); }
  if (c != EOF) ungetc(c, stdin);
  *out = n;
  return any;
}
int main(void) {
  for (;;) {
    int n;
    if (number(&n)) { printf("num %d\n", n); continue; }
    int c = getc(stdin);
    if (c == EOF) break;
    if (c == '\n') puts("newline");
    else if (c != ' ') { putchar('<'); putc(c, stdout); fputs(">\n", stdout); }
  }
  printf("%d %d\n", getchar(), feof(stdin) != 0);
  return 0;
}
