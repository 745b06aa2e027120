// 24 = the orders of four values, 4!; later comparisons are forced where earlier ones decide them.
//@ paths: 24
//@ domain: a/1: 0..3 255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char a[4];
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3 - i; j++)
      if (a[j] > a[j + 1]) {
        unsigned char t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  return a[0];
}
