//@ stdin: name,qty,price\n"apple, red",3,1.25\npear,10,0.5\n"quote ""q""",1,100\nempty,,\n
// A CSV reader with quotes; columns summed and aligned.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int field(char *out) {
  int c = getchar(), n = 0;
  if (c == '"') {
    for (;;) {
      c = getchar();
      if (c == '"') { c = getchar(); if (c != '"') break; }
      if (c == EOF) break;
      out[n++] = (char)c;
    }
  } else
    while (c != ',' && c != '\n' && c != EOF) { out[n++] = (char)c; c = getchar(); }
  out[n] = 0;
  return c;
}
int main(void) {
  char f[64];
  double total = 0, row[3] = {0};
  int col = 0, rows = 0, end;
  do {
    end = field(f);
    if (end == EOF && !*f && col == 0) break;
    printf("%-12.12s|", f);
    if (rows && col < 3) row[col] = atof(f);
    col++;
    if (end != ',') { printf(" %d cols\n", col); total += row[1] * row[2]; memset(row, 0, sizeof row); col = 0; rows++; }
  } while (end != EOF);
  printf("%d rows, total %.2f\n", rows, total);
  return 0;
}
