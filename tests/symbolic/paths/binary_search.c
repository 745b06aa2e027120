// 15 = 7 keys found, 8 gaps.
//@ paths: 15
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  static const unsigned char a[7] = {3, 8, 21, 40, 77, 130, 200};
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int low = 0, high = 7;
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] == x)
      return middle;
    if (a[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}
