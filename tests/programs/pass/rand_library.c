// rand and srand: the same seed gives the same sequence, values within range.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int a[20], same = 1, range = 1;
  srand(7);
  for (int i = 0; i < 20; i++) a[i] = rand();
  srand(7);
  for (int i = 0; i < 20; i++) { int r = rand(); same &= r == a[i]; range &= r >= 0 && r <= RAND_MAX; }
  srand(8);
  int differs = 0;
  for (int i = 0; i < 20; i++) differs |= rand() != a[i];
  printf("%d %d %d %d\n", same, range, differs, RAND_MAX >= 32767);
  printf("%d %ld %lld\n", abs(-5), labs(-6L), llabs(-7LL));
  div_t d = div(-17, 5);
  ldiv_t l = ldiv(100L, 7L);
  printf("%d %d %ld %ld\n", d.quot, d.rem, l.quot, l.rem);
  return 0;
}
