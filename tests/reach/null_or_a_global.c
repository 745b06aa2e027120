// One of two addresses is that of a member behind a null pointer: the other one is fine.
//@ target: target
//@ flags: --entry f
//@ code: 0
struct S { int a; int b; };
int g;
void target(void) {}
int f(struct S *p, unsigned char c) {
  int *way[2] = {&g, &g};
  if (c & 2)
    way[0] = &p->b;
  *way[c & 1] = 7;
  if (p == 0)
    target();
  return 0;
}
