// 4 = refused; i==2; i==0; i in {1, 3}: the two tests after the write ask about i.
//@ paths: 4
//@ domain: i: 0..5 -1
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int a[4] = {0, 0, 0, 0};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  if (i >= 4)
    return 0;
  a[i] = 1;
  if (a[2] == 1)
    return 2;
  if (a[0] == 1)
    return 3;
  return 1;
}
