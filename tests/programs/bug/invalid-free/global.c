#include <stdlib.h>
static char pool[64];
static char *take(int n) { return n < 32 ? pool : malloc(64); }
int main(void) {
  char *a = take(50), *b = take(20);
  free(a);
  free(b); //~ BUG invalid-free
  return 0;
}
