#include <stdlib.h>
static void each(int n, void (*f)(int)) { for (int i = 0; i < n; i++) f(i); }
static void check(int i) {
  if (i == 7)
    abort(); //~ BUG reached-abort
}
int main(void) {
  each(5, check);
  each(10, check);
  return 0;
}
