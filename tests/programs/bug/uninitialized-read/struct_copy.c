#include <stdio.h>
struct opt { int level, verbose; };
static struct opt defaults(void) { struct opt o; o.level = 2; return o; }
int main(void) {
  struct opt a = defaults(), b = a;
  printf("%d\n", b.level);
  if (b.verbose) //~ BUG uninitialized-read
    puts("verbose");
  return 0;
}
