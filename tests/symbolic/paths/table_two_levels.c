// 3 = index refused, or the value reached through two tables equals 5 or not.
//@ paths: 3
//@ domain: i: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  static const unsigned char next[8] = {3, 5, 7, 1, 0, 2, 6, 4};
  static const unsigned char value[8] = {9, 5, 9, 5, 9, 9, 9, 5};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  if (i >= 8)
    return 0;
  if (value[next[i]] == 5)
    return 1;
  return 2;
}
