// Uninitialised bytes may travel as long as nothing depends on them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int used, unused; char tail[9]; };
static struct s pass(struct s x) { return x; }
int main(void) {
  struct s a;
  a.used = 4;
  struct s b = a, c = pass(b), *d = malloc(sizeof *d);
  *d = c;
  memcpy(&b, d, sizeof b);
  if (b.used == 4) printf("used part is %d\n", b.used);
  free(d);
  return 0;
}
