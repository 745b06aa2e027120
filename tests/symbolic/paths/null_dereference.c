// 4 = x==0 refused, x>2 refused, x==1 finds a cell, x==2 finds none.
//@ paths: 4
//@ domain: x: 0..255
//@ bugs: null-dereference
void klee_make_symbolic(void *, unsigned long, const char *);
static int cell = 5;
static int *find(unsigned char key) {
  if (key == 1)
    return &cell;
  return 0;
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 0 || x > 2)
    return 0;
  return *find(x); //~ BUG null-dereference
}
