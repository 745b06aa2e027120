// 6 = residues 0..3 of 4 by three tests; for residue 0 also divisible by 3 or not, for 1 also by 5 or not.
//@ paths: 6
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x % 4 == 0)
    return x % 3 == 0 ? x : 1 + x;
  if (x % 4 == 1) {
    if (x % 5 == 0)
      return 2;
    return 3;
  }
  if (x % 4 == 2)
    return 4;
  return 5;
}
