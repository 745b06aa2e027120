//@ stdin: 3 4 + 2 *\n5 1 2 + 4 * + 3 -\n2 3 ^ 100 /\n1 +\n7 0 /\n
// A reverse Polish calculator reading lines with strtok.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char line[128];
  while (fgets(line, sizeof line, stdin)) {
    double st[16];
    int n = 0, bad = 0;
    for (char *t = strtok(line, " \n"); t && !bad; t = strtok(NULL, " \n")) {
      char *end;
      double v = strtod(t, &end);
      if (end != t) { st[n++] = v; continue; }
      if (n < 2) { bad = 1; break; }
      double b = st[--n], a = st[--n];
      switch (*t) {
      case '+': v = a + b; break;
      case '-': v = a - b; break;
      case '*': v = a * b; break;
      case '/': if (b == 0) bad = 2; else v = a / b; break;
      case '^': for (v = 1; b > 0; b--) v *= a; break;
      default: bad = 3;
      }
      st[n++] = v;
    }
    if (bad) printf("error %d\n", bad);
    else printf("%g\n", st[n - 1]);
  }
  return 0;
}
