// goto forward, backward, out of nested loops and into a loop body.
#include <stdio.h>
static int find(int want, int *oi, int *oj) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      if (i * i + j * j == want) {
        *oi = i;
        *oj = j;
        goto found;
      }
  return 0;
found:
  return 1;
}
static int enter(int start) {
  int i = start, s = 0;
  if (start > 5) goto middle;
  for (i = 0; i < 10; i++) {
    s += i;
  middle:
    s += 100;
  }
  return s;
}
static int state(const char *p) {
  int n = 0;
even:
  if (!*p) return n;
  if (*p++ == 'x') goto odd;
  n++;
  goto even;
odd:
  if (!*p) return -n;
  if (*p++ == 'x') goto even;
  n += 10;
  goto odd;
}
int main(void) {
  int i = 0, j = 0;
  printf("%d ", find(58, &i, &j));
  printf("%d %d %d\n", i, j, find(3, &i, &j));
  for (int k = 0; k < 12; k += 3) printf("%d ", enter(k));
  printf("\n%d %d %d\n", state("aaxbbx"), state("axb"), state("xxaxx"));
  return 0;
}
