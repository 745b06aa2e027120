// 3 = refused; inside; one past the end, which the check lets through.
//@ paths: 3
//@ domain: i: 0..255
//@ bugs: out-of-bounds-read
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int a[4] = {1, 2, 3, 4};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  if (i > 4)
    return 0;
  return a[i]; //~ BUG out-of-bounds-read
}
