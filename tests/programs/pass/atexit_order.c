//@ exit: 3
// atexit handlers run in reverse order, after main returns, once each.
#include <stdio.h>
#include <stdlib.h>
static int n;
static void a(void) { printf("a %d\n", ++n); }
static void b(void) { printf("b %d\n", ++n); }
static void c(void) { printf("c %d\n", ++n); atexit(a); }
int main(void) {
  printf("%d\n", atexit(a) | atexit(b) | atexit(c) | atexit(b));
  printf("leaving");
  return 3;
}
