// Constructor functions run before main, in the order of their priority.
#include <stdio.h>
static int log_[8], n;
__attribute__((constructor(201))) static void second(void) { log_[n++] = 2; }
__attribute__((constructor(101))) static void first(void) { log_[n++] = 1; }
__attribute__((constructor)) static void third(void) { log_[n++] = 3; }
__attribute__((destructor)) static void last(void) { printf("destructor %d\n", n); }
int main(void) {
  for (int i = 0; i < n; i++) printf("%d ", log_[i]);
  printf("main\n");
  return 0;
}
