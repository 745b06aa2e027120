// The same where the addresses meet.
//@ target: target
//@ flags: --entry f
//@ code: 0
struct S { int a; int b; };
int h;
void target(void) {}
int f(struct S *p, unsigned char c) {
  int *q = &h;
  if (c & 2)
    q = &p->b;
  *q = 7;
  if (p == 0)
    target();
  return 0;
}
