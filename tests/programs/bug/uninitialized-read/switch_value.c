#include <stdio.h>
struct tok { int kind, len; };
static void lex(struct tok *t) { t->len = 3; }
int main(void) {
  struct tok t;
  lex(&t);
  switch (t.kind) { //~ BUG uninitialized-read
  case 0: puts("zero"); break;
  case 1: puts("one"); break;
  default: puts("other");
  }
  return 0;
}
