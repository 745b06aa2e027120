// An unchecked 32-bit index: before, behind and far outside the array are one failure of one check.
// 2 = inside; outside.
//@ paths: 2
//@ domain: i: -2147483648 -1 0..5 2147483647
//@ bugs: out-of-bounds-read
void klee_make_symbolic(void *, unsigned long, const char *);
static const int other[4] = {9, 9, 9, 9}, a[4] = {1, 2, 3, 4};
int main(void) {
  int i;
  klee_make_symbolic(&i, sizeof i, "i");
  return a[i] + other[0]; //~ BUG out-of-bounds-read
}
