// Struct assignment through pointers, arrays, nested and self-overlapping cases.
#include <stdio.h>
#include <string.h>
struct in { short s; char name[6]; };
struct out { struct in a, b[2]; long l; struct { int x; struct in deep; } c; };
static void show(const struct out *o) { printf("%d %s %d %s %s %ld %d %s\n", o->a.s, o->a.name, o->b[0].s, o->b[0].name, o->b[1].name, o->l, o->c.x, o->c.deep.name); }
static struct in pick(const struct out *o, int k) { return k < 0 ? o->a : k < 2 ? o->b[k] : o->c.deep; }
int main(void) {
  struct out o = {{1, "one"}, {{2, "two"}, {3, "three"}}, 4, {5, {6, "six"}}}, p, v[3];
  p = o;
  p.a = p.b[1];
  p.c.deep = p.a;
  show(&o);
  show(&p);
  o = o;
  v[0] = o;
  v[1] = v[0];
  v[2] = *&v[1];
  v[1].b[0] = pick(&v[2], 5);
  v[2].a = pick(&p, -1);
  struct out *q = &v[1];
  *q++ = p;
  q->l = 99;
  for (int i = 0; i < 3; i++) show(&v[i]);
  struct in arr[2] = {o.a, o.b[0]};
  memcpy(&o.b, arr, sizeof arr);
  show(&o);
  printf("%s\n", (o.l > 3 ? o : p).a.name);
  return 0;
}
