#include <assert.h>
static int depth;
static int walk(int n) {
  depth++;
  assert(depth < 8); //~ BUG assertion-failure
  int r = n > 0 ? walk(n / 2) + walk(n - 2) : 1;
  depth--;
  return r;
}
int main(void) { return walk(30); }
