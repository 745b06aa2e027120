#include <stdio.h>
#include <stdlib.h>
struct rc { int n; };
static struct rc *hold(struct rc *r) { r->n++; return r; }
static int drop(struct rc *r) { if (--r->n) return 0; free(r); return 1; }
int main(void) {
  struct rc *r = malloc(sizeof *r);
  r->n = 1;
  struct rc *s = hold(r), *t = hold(s);
  int a = drop(r), b = drop(t), c = drop(s);
  printf("drops: %d %d %d\n", a, b, c);
  return 0;
}
