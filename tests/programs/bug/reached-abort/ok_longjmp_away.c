#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf out;
static void handler(void) { longjmp(out, 1); }
static void fail(void) { handler(); abort(); }
int main(void) {
  if (!setjmp(out)) fail();
  printf("escaped before the abort\n");
  return 0;
}
