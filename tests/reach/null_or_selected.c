// The same where the compiler made a choice of it.
//@ target: target
//@ flags: --entry f --cflags -O1
//@ code: 0
struct S { int a; int pad; int b; };
int g;
void target(void) { g++; }
int f(struct S *p, int c) {
  int *q = c ? &g : &p->b;
  *q = 7;
  if (p == 0)
    target();
  return 0;
}
