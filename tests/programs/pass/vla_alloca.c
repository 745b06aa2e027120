// Variable-length arrays, also two-dimensional and as parameters, and alloca.
#include <alloca.h>
#include <stdio.h>
#include <string.h>
static long trace(int n, int m[n][n]) { long t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
static int vla(int n) {
  int v[n], w[n * 2];
  for (int i = 0; i < n; i++) v[i] = i * i;
  for (int i = 0; i < n * 2; i++) w[i] = v[i % n] + i;
  int s = 0;
  for (int i = 0; i < n * 2; i++) s += w[i];
  return s + (int)(sizeof v / sizeof *v);
}
static char *join(char *out, int n) {
  *out = 0;
  for (int i = 1; i <= n; i++) {
    char *t = alloca((size_t)i + 1);
    memset(t, 'a' + i - 1, (size_t)i);
    t[i] = 0;
    strcat(out, t);
  }
  return out;
}
static int rec(int n) { char buf[n + 1]; memset(buf, n, sizeof buf); return n ? buf[n] + rec(n - 1) : 0; }
int main(void) {
  for (int n = 1; n < 40; n += 9) printf("%d ", vla(n));
  printf("\n");
  for (int n = 2; n < 6; n++) {
    int m[n][n];
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = i * 10 + j;
    printf("%ld/%zu ", trace(n, m), sizeof m);
  }
  char out[64];
  printf("\n%s %d\n", join(out, 6), rec(40));
  int total = 0;
  for (int i = 0; i < 1000; i++) { char tmp[i % 50 + 1]; tmp[i % 50] = (char)i; total += tmp[i % 50]; }
  printf("%d\n", total);
  return 0;
}
