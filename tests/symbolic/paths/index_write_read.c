// 3 = refused; a[j] is 1 exactly if i == j, so one split of the pairs.
//@ paths: 3
//@ domain: i: 0..255
//@ domain: j: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char a[8] = {0}, i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  if ((i | j) >= 8)
    return 0;
  a[i] = 1;
  if (a[j])
    return 2;
  return 1;
}
