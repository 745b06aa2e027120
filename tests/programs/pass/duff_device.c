// Duff's device, and a switch whose cases are inside a loop.
#include <stdio.h>
static void copy(char *to, const char *from, int count) {
  int n = (count + 7) / 8;
  if (count <= 0) return;
  switch (count % 8) {
  case 0: do { *to++ = *from++;
  case 7: *to++ = *from++;
  case 6: *to++ = *from++;
  case 5: *to++ = *from++;
  case 4: *to++ = *from++;
  case 3: *to++ = *from++;
  case 2: *to++ = *from++;
  case 1: *to++ = *from++;
          } while (--n > 0);
  }
}
struct gen { int state, i; };
static int next(struct gen *g) {
  switch (g->state) {
  case 0:
    for (g->i = 0; g->i < 3; g->i++) {
      g->state = 1;
      return g->i * 10;
  case 1:
      g->state = 2;
      return g->i * 10 + 5;
  case 2:;
    }
  }
  g->state = 3;
  return -1;
}
int main(void) {
  const char *text = "the quick brown fox jumps over the lazy dog";
  for (int n = 0; n < 20; n += 3) {
    char buf[32] = {0};
    copy(buf, text, n);
    printf("%d [%s]\n", n, buf);
  }
  struct gen g = {0, 0};
  for (int v; (v = next(&g)) >= 0;) printf("%d ", v);
  printf("\n");
  return 0;
}
