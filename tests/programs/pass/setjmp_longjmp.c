// setjmp and longjmp: values, nesting, out of deep recursion, as exceptions.
#include <setjmp.h>
#include <stdio.h>
static jmp_buf top;
static void dive(int n) { if (n == 0) longjmp(top, 42); dive(n - 1); }
struct handler { jmp_buf env; struct handler *outer; int code; };
static struct handler *current;
static void throw(int code) { current->code = code; longjmp(current->env, 1); }
static int risky(int x) { if (x % 3 == 0) throw(x * 100); return x; }
static int guarded(int x) {
  struct handler h;
  h.outer = current;
  current = &h;
  int r;
  if (setjmp(h.env) == 0) r = risky(x);
  else r = -h.code;
  current = h.outer;
  return r;
}
int main(void) {
  volatile int count = 0;
  int v = setjmp(top);
  count++;
  printf("v=%d count=%d\n", v, count);
  if (v == 0) dive(50);
  if (v == 42) longjmp(top, 0);
  for (int i = 1; i < 8; i++) printf("%d ", guarded(i));
  printf("\n");
  volatile int tries = 0;
  jmp_buf again;
  switch (setjmp(again)) {
  case 0: printf("first\n"); longjmp(again, 2);
  case 2: printf("second\n"); if (++tries < 3) longjmp(again, 2); longjmp(again, 3);
  case 3: printf("third after %d\n", tries);
  }
  return 0;
}
