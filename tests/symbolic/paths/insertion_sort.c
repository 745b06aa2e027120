// 6 = the orders of three values that insertion sort tells apart, 3!.
//@ paths: 6
//@ domain: a/1: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char a[3];
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 1; i < 3; i++) {
    unsigned char v = a[i];
    int j = i;
    for (; j > 0 && a[j - 1] > v; j--)
      a[j] = a[j - 1];
    a[j] = v;
  }
  return a[0];
}
