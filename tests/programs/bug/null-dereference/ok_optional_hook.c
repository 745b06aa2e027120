#include <stdio.h>
static int calls;
static void hook(int x) { calls += x; }
static void work(void (*f)(int)) { for (int i = 0; i < 4; i++) if (f) f(i); }
int main(void) {
  work(NULL);
  work(hook);
  printf("%d calls counted\n", calls);
  return 0;
}
