// The pointer itself comes from a table by a symbolic index: it resolves to two objects.
// 4 = refused; the access to p resolves to a or to b; with b, its symbolic content decides once more.
//@ paths: 4
//@ domain: i: 0..3 255
//@ domain: v: 0..3
#ifdef COUNTED
void pathweave_object(int);
#else
#define pathweave_object(which) ((void)(which))
#endif
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int a = 1, b;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&b, sizeof b, "v");
  int *table[2] = {&a, &b};
  if (i >= 2)
    return 0;
  int *p = table[i];
  pathweave_object(p == &b);
  if (*p == 1)
    return 1;
  return 2;
}
